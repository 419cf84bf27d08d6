import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import { problemLine, problemOf, type Answer } from '../support/api-client.ts';
import { finishSession } from '../support/finish-session.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { addOperator } from '../support/operator.ts';
import { sessionStart, startSdkSession, uploadForm, type SdkSession } from '../support/sdk-client.ts';
import { documentOnly, seedClient, type SeededClient } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { operations, type Operation } from './openapi-document.ts';

/**
 * Every route × {no credential, the wrong kind, another client's id, another session's}, from the OpenAPI document: a new route
 * is covered when it is operations, and one with a parameter that this file does not know fails.
 */
let stack: Stack;
let other: SeededClient;
/** Of the other client, all of which exist. */
let theirs: Record<string, string>;
let theirSession: SdkSession;
let mySession: SdkSession;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
  other = await seedClient(stack.container.db);
  const { token } = other;
  const endpoint = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', {
    token,
    json: { url: 'http://127.0.0.1:9/', eventTypes: [] },
  });
  const created = operations.find(({ operationId }) => operationId === 'createEncryptionConfiguration');
  const configuration = await stack.api.post<{ id: string }>('/v2/encryption-configurations', {
    token,
    json: created?.body,
  });
  const finished = await startTheirs();
  await finishSession(stack, finished);
  theirSession = await startTheirs();
  const uploaded = await theirSession.upload(picture);
  const { rows } = await stack.sql.query<{ id: string; event_id: string }>(
    'select d.id, d.event_id from webhook_deliveries d join webhook_events e on e.id = d.event_id where e.client_id = $1',
    [other.clientId],
  );
  const { tokenId } = await other.addToken(['identities:read']);
  theirs = {
    identityId: finished.identityId,
    verificationId: finished.verificationId,
    mediaId: uploaded.body.mediaId,
    flowId: other.flowOf('document-only'),
    version: '1',
    endpointId: endpoint.body.id,
    eventId: rows[0]?.event_id ?? '',
    deliveryId: rows[0]?.id ?? '',
    tokenId,
    configurationId: configuration.body.id,
    // No caller can have one before the routes that make them are operations.
    invitationId: newId('invitation'),
    operatorId: newId('operator'),
    assigneeId: await addAssignee(),
    operatorSessionId: newId('operatorSession'),
    passkeyId: newId('passkey'),
    stepId: 'document',
    provider: 'twilio',
  };
  mySession = await stack.startSession();
});
afterAll(() => stack.close());

/** An operator who may review only the other client's verifications, and works on one of them. */
async function addAssignee(): Promise<string> {
  const { operatorId } = await addOperator(stack, 'reviewer');
  await stack.container.db.operators.bindTo(operatorId, [other.clientId]);
  const path = `/v2/verifications/${theirSession.verificationId}/assignee`;
  const answer = await stack.api.call('PUT', path, { token: other.token, json: { assigneeId: operatorId } });
  expect(answer.status).toBe(200);
  return operatorId;
}

const startTheirs = () => startSdkSession(stack.api, sessionStart(other.clientId, other.flowOf('document-only')));

const secured = operations.filter(
  ({ credentials }) => credentials.length > 0 && !credentials.includes('sessionSubprotocol'),
);
const named = (some: readonly Operation[]) => some.map((operation) => [operation.operationId, operation] as const);

/** For routes that need no credential to answer. */
const queries: Readonly<Record<string, string>> = { compareFlowVersions: '?from=1&to=1' };

function call(
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
    ...(operation.multipart ? { form: inputForm() } : json === null ? {} : { json }),
  });
}

/** Fits every route that takes a file. */
function inputForm(): FormData {
  const form = new FormData();
  form.append('stepId', 'document');
  for (const [name, value] of uploadForm(picture, 'document-front')) form.append(name, value);
  return form;
}

/** Nothing of the other client may be in a response, whatever its status. */
function expectNothingOfTheirs(answer: Answer): void {
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

describe('what belongs to another client or session', () => {
  test.each(named(secured.filter((operation) => !ofOperator(operation) && foreignIn(operation).length > 0)))(
    'is not found by %s',
    async (_id, operation) => {
      const answer = await call(operation, { token: ofSession(operation) ? mySession.token : stack.client.token });
      expect([answer.status, problemOf(answer).code.split('.')[1]]).toEqual([404, expect.stringMatching(/not_found$/)]);
      expectNothingOfTheirs(answer);
    },
  );

  const lists = secured.filter(
    (operation) => !ofSession(operation) && operation.method === 'GET' && foreignIn(operation).length === 0,
  );
  test.each(named(lists))('is not in a response of %s, even if it is requested by its id', async (_id, operation) => {
    const { token } = stack.client;
    expectNothingOfTheirs(await call(operation, { token }));
    for (const name of operation.queryParameters.filter((parameter) => parameter.endsWith('Id'))) {
      expect([name, theirs[name]]).toEqual([name, expect.any(String)]);
      expectNothingOfTheirs(await call(operation, { token, query: `?${name}=${theirs[name] ?? ''}` }));
    }
  });

  const taking = secured.filter((operation) => !ofSession(operation) && idsIn(operation.body).length > 0);
  test.each(named(taking))('is not accepted in the body of %s', async (_id, operation) => {
    const mine: Record<string, string> = { flowId: stack.client.flowOf('document-only') };
    for (const key of idsIn(operation.body)) {
      const ids = Object.fromEntries(idsIn(operation.body).map((name) => [name, mine[name]]));
      const body = { ...operation.body, ...ids, [key]: theirs[key] };
      // The path names an object of the caller: the id in the body is refused.
      const named = { verificationId: mySession.verificationId };
      const answer = await call(operation, { token: stack.client.token, body, named });
      expect([key, answer.status]).toEqual([key, 404]);
      expectNothingOfTheirs(answer);
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

  test('start no session on another client’s flow or identity', async () => {
    const { clientId, flowOf, addFlow } = stack.client;
    const start = (flowId: string, metadata: object) =>
      stack.api.post('/v2/sdk/sessions', { json: { ...sessionStart(clientId, flowId), metadata } });
    expect(problemLine(await start(theirs.flowId ?? '', {}))).toBe('404 flow.not_found');
    const { identityId } = theirs;
    expect(problemLine(await start(flowOf('document-only'), { identityId }))).toBe('404 identity.not_found');
    const any = await addFlow('any', {
      ...documentOnly,
      reverification: { from: ['pending', 'verified', 'rejected'] },
    });
    expect(problemLine(await start(any, { identityId }))).toBe('404 identity.not_found');
  });
});

test('everything of the other client is still there and unchanged', async () => {
  expect((await theirSession.state()).body.steps[0]?.files).toHaveLength(1);
  const { token } = other;
  for (const path of [
    `identities/${theirs.identityId}`,
    `webhook-endpoints/${theirs.endpointId}`,
    `media/${theirs.mediaId}`,
  ]) {
    // A file that is still being looked at answers 409.
    expect((await stack.api.get(`/v2/${path}`, { token })).status).not.toBe(404);
  }
});
