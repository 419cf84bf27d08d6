import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import type { ClientMode } from '../../src/domain/operators/client.ts';
import { problemLine, problemOf, type Answer } from '../support/api-client.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly, seedClient, type SeededClient } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { operations, type Operation } from './openapi-document.ts';
import { inputForm, ownersEnv, ownObjects, type OwnedObjects } from './owned-objects.ts';

/**
 * Every route × {no credential, the wrong kind, another client's id, another session's}, from the OpenAPI document: a new route
 * is covered when it is in `operations`, and one with a parameter that this file does not know fails.
 */
let stack: Stack;
/** A client in test mode, which owns everything that `theirs` names. */
let other: SeededClient;
let theirs: OwnedObjects['ids'];
let mySession: SdkSession;
beforeAll(async () => {
  stack = await startStack({ env: ownersEnv });
  await stack.startWorkers({ qualityHandlers: noInspection });
  other = await seedClient(stack.container.db);
  ({ ids: theirs } = await ownObjects(stack, other));
  mySession = await stack.startSession();
});
afterAll(() => stack.close());

const secured = operations.filter(
  ({ credentials }) => credentials.length > 0 && !credentials.includes('sessionSubprotocol'),
);
const named = (some: readonly Operation[]) => some.map((operation) => [operation.operationId, operation] as const);

/** For routes that need no credential to answer. */
const queries: Readonly<Record<string, string>> = { compareFlowVersions: '?from=1&to=1' };

async function call(
  operation: Operation,
  {
    token,
    body,
    query = queries[operation.operationId] ?? '',
    named = theirs,
  }: { token: string | null; body?: object; query?: string; named?: Readonly<Record<string, string>> },
): Promise<Answer> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => named[name] ?? 'unknown');
  const json = body ?? operation.body;
  return stack.api.call(operation.method, path + query, {
    token,
    ...(operation.multipart ? { form: await inputForm() } : json === null ? {} : { json }),
  });
}

/** Nothing of the other client may be in a response, whatever its status. */
function expectNothingOf(theirs: OwnedObjects['ids'], answer: Answer): void {
  const text = Buffer.isBuffer(answer.body) ? answer.body.toString('latin1') : JSON.stringify(answer.body);
  for (const id of Object.values(theirs)) if (id.length > 10) expect(text).not.toContain(id);
}

test('this matrix knows a foreign value for every parameter of a path', () => {
  const names = new Set(operations.flatMap(({ pathParameters }) => pathParameters));
  expect([...names].filter((name) => theirs[name] === undefined || theirs[name] === '')).toEqual([]);
});

const ofSession = ({ credentials }: Operation) => credentials.includes('sessionToken');
const ofOperator = ({ credentials }: Operation) =>
  !credentials.includes('apiToken') && !credentials.includes('sessionToken');
const foreignIn = ({ pathParameters }: Operation) =>
  pathParameters.filter((name) => name !== 'stepId' && name !== 'version');
const idsIn = (body: object | null) =>
  // A step's id is a word of the flow, which many clients may use.
  Object.keys(body ?? {}).filter((key) => key.endsWith('Id') && key !== 'stepId');

describe.each(named(secured))('%s', (_id, operation) => {
  test('is refused without a credential', async () => {
    const answer = await call(operation, { token: null });
    expect(answer.status).toBe(401);
    expect(problemOf(answer).code).toMatch(/^auth\./);
  });

  test('is refused with every other kind of credential', async () => {
    const wrong = [
      ofSession(operation) ? stack.client.token : mySession.token,
      newSecretToken(ofSession(operation) ? 'session' : 'testApi'),
      newSecretToken('client'),
      newSecretToken('handOver'),
      stack.client.clientId,
      ...(ofOperator(operation) ? [stack.client.token] : []),
    ];
    for (const token of wrong) {
      const answer = await call(operation, { token });
      expect([answer.status, problemOf(answer).code]).toEqual([401, 'auth.unauthorized']);
    }
  });
});

test('only routes of operators name what belongs to the installation, which no client owns', () => {
  const names = secured.filter(ofOperator).flatMap(foreignIn);
  expect([...new Set(names)].sort()).toEqual(['invitationId', 'operatorId', 'operatorSessionId', 'passkeyId']);
});

const pairs: readonly (readonly [ClientMode, ClientMode])[] = [
  ['test', 'test'],
  ['test', 'live'],
  ['live', 'test'],
];

describe.each(pairs)('for a client in %s mode, what belongs to another in %s mode', (myMode, theirMode) => {
  let mine: SeededClient;
  let mySession: SdkSession;
  let owner: SeededClient;
  let owned: OwnedObjects;
  let theirs: OwnedObjects['ids'];
  beforeAll(async () => {
    const { db } = stack.container;
    [mine, owner] = [await seedClient(db, myMode), await seedClient(db, theirMode)];
    owned = await ownObjects(stack, owner);
    theirs = owned.ids;
    mySession = await startSdkSession(stack.api, sessionStart(mine.clientId, mine.flowOf('document-only')));
  });

  test.each(named(secured.filter((operation) => !ofOperator(operation) && foreignIn(operation).length > 0)))(
    'is not found by %s',
    async (_id, operation) => {
      const token = ofSession(operation) ? mySession.token : mine.token;
      const answer = await call(operation, { token, named: theirs });
      expect([answer.status, problemOf(answer).code.split('.')[1]]).toEqual([404, expect.stringMatching(/not_found$/)]);
      expectNothingOf(theirs, answer);
    },
  );

  const lists = secured.filter(
    (operation) => !ofSession(operation) && operation.method === 'GET' && foreignIn(operation).length === 0,
  );
  test.each(named(lists))('is not in a response of %s, even if it is requested by its id', async (_id, operation) => {
    const { token } = mine;
    expectNothingOf(theirs, await call(operation, { token, named: theirs }));
    for (const name of operation.queryParameters.filter((parameter) => parameter.endsWith('Id'))) {
      expect([name, theirs[name]]).toEqual([name, expect.any(String)]);
      expectNothingOf(theirs, await call(operation, { token, named: theirs, query: `?${name}=${theirs[name] ?? ''}` }));
    }
  });

  const taking = secured.filter((operation) => !ofSession(operation) && idsIn(operation.body).length > 0);
  test.each(named(taking))('is not accepted in the body of %s', async (_id, operation) => {
    const own: Record<string, string> = { flowId: mine.flowOf('document-only') };
    for (const key of idsIn(operation.body)) {
      const ids = Object.fromEntries(idsIn(operation.body).map((name) => [name, own[name]]));
      const body = { ...operation.body, ...ids, [key]: theirs[key] };
      // The path names an object of the caller: the id in the body is refused.
      const answer = await call(operation, {
        token: mine.token,
        body,
        named: { verificationId: mySession.verificationId },
      });
      expect([key, answer.status]).toEqual([key, 404]);
      expectNothingOf(theirs, answer);
    }
  });

  test('starts no session', async () => {
    const start = (flowId: string, metadata: object) =>
      stack.api.post('/v2/sdk/sessions', { json: { ...sessionStart(mine.clientId, flowId), metadata } });
    expect(problemLine(await start(theirs.flowId ?? '', {}))).toBe('404 flow.not_found');
    const { identityId } = theirs;
    expect(problemLine(await start(mine.flowOf('document-only'), { identityId }))).toBe('404 identity.not_found');
    const any = await mine.addFlow('any', {
      ...documentOnly,
      reverification: { from: ['pending', 'verified', 'rejected'] },
    });
    expect(problemLine(await start(any, { identityId }))).toBe('404 identity.not_found');
  });

  test('still exists and is unchanged', async () => {
    expect((await owned.session.state()).body.steps[0]?.files).toHaveLength(1);
    const { token } = owner;
    for (const path of [
      `identities/${theirs.identityId ?? ''}`,
      `webhook-endpoints/${theirs.endpointId ?? ''}`,
      `media/${theirs.mediaId ?? ''}`,
    ]) {
      // A file that is still being looked at answers 409.
      expect((await stack.api.get(`/v2/${path}`, { token })).status).not.toBe(404);
    }
  });
});

describe('the ways in that need no credential', () => {
  const open = operations.filter(({ credentials }) => credentials.length === 0).map(({ operationId }) => operationId);

  test('are these and no others', () => {
    expect(open.sort()).toEqual([
      'acceptInvitation',
      'beginPasskeySignIn',
      'beginProviderSignIn',
      'finishProviderSignIn',
      'getDocs',
      'getLive',
      // Behind METRICS_TOKEN, where one is set.
      'getMetrics',
      'getOpenApi',
      'getReady',
      'getSignInMethods',
      'listDocumentKinds',
      'listErrorCodes',
      'listPhoneCountries',
      'openHandOver',
      'previewHandOver',
      // Signed by the provider.
      'reportDelivery',
      'setUp',
      'signIn',
      'signInWithPasskey',
      'startSession',
      'takeHandOverBack',
    ]);
  });
});
