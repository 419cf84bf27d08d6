import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idPrefixes, newId, type IdKind } from '../../src/domain/id.ts';
import { clientModes } from '../../src/domain/operators/client.ts';
import { scopes, type Scope } from '../../src/domain/operators/scope.ts';
import { problemLine, type Answer } from '../support/api-client.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { scanTables } from '../support/table-scan.ts';
import { operations, type Operation } from './openapi-document.ts';
import { inputForm, ownersEnv, ownObjects } from './owned-objects.ts';

/**
 * Every route × every scope of an API token, for a client in test mode and a live one, from the OpenAPI document: a token opens a route if it
 * has the scopes that the route names, and no other token does.
 */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: ownersEnv });
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(() => stack.close());

const byToken = operations.filter(({ credentials }) => credentials.includes('apiToken'));
/** Routes whose answer needs a question. */
const queries: Readonly<Record<string, string>> = { compareFlowVersions: '?from=1&to=1' };

/** A well-formed value that nothing has. */
function unknownOf(parameter: string): string {
  const kind = parameter.replace(/Id$/, '');
  return Object.hasOwn(idPrefixes, kind) ? newId(kind as IdKind) : '9';
}

function pathOf({ path, operationId }: Operation, idOf: (parameter: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => idOf(name)) + (queries[operationId] ?? '');
}

test('every route that an API token opens names its scopes, and every scope opens one', () => {
  expect(byToken.length).toBeGreaterThan(60);
  expect(byToken.filter((operation) => operation.scopes.length === 0)).toEqual([]);
  expect([...new Set(byToken.flatMap((operation) => operation.scopes))].sort()).toEqual([...scopes].sort());
});

test('every route that returns a file needs media:read: pictures of documents and faces may be in it', () => {
  const files = byToken.filter(({ returnsFile }) => returnsFile);
  expect(files.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(['getMedia', 'getReport']));
  expect(files.filter((operation) => !operation.scopes.includes('media:read'))).toEqual([]);
});

describe.each(clientModes)('on a client in %s mode', (mode) => {
  let client: SeededClient;
  let ids: Readonly<Record<string, string>>;
  /** With one scope, or with all except one. */
  const only = new Map<string, string>();
  const without = new Map<string, string>();
  let powerless: string;
  let rows: string[];
  beforeAll(async () => {
    client = mode === 'test' ? stack.client : await seedClient(stack.container.db, mode);
    ({ ids } = await ownObjects(stack, client));
    for (const scope of scopes) {
      only.set(scope, (await client.addToken([scope])).token);
      without.set(scope, (await client.addToken(scopes.filter((other) => other !== scope))).token);
    }
    powerless = (await client.addToken([])).token;
    rows = await everyRow();
  });

  /** A request that is well-formed in everything, for objects of the client. */
  async function call(
    operation: Operation,
    token: string,
    { granted = scopes, idOf = (name) => ids[name] ?? unknownOf(name) }: CallChoice = {},
  ): Promise<Answer> {
    // Nobody can give a token a scope that they lack.
    const body = operation.body !== null && 'scopes' in operation.body ? { scopes: granted } : {};
    return stack.api.call(operation.method, pathOf(operation, idOf), {
      token,
      ...(operation.multipart
        ? { form: await inputForm() }
        : operation.body !== null && { json: { ...operation.body, ...body } }),
    });
  }

  /** The rows of all tables, except when tokens were used, and who read what: those notes arrive up to a second after the read. */
  async function everyRow(): Promise<string[]> {
    const scanned = await scanTables(stack.sql);
    const { rows } = await stack.sql.query<{ text: string }>(
      `select (to_jsonb(t) - 'last_used_at')::text as text from api_tokens t`,
    );
    const lasting = scanned.filter(({ table }) => !['api_tokens', 'audit_reads'].includes(table));
    return [...lasting, ...rows].map(({ text }) => text).sort();
  }

  async function expectRefused(refusals: readonly (readonly [Operation, string | undefined])[], line: string) {
    const answers = [];
    for (const [operation, token] of refusals)
      answers.push([operation.operationId, problemLine(await call(operation, token ?? ''))]);
    expect(answers).toEqual(refusals.map(([{ operationId }]) => [operationId, line]));
  }

  test.each(scopes)('a token with %s alone is refused every route that needs another scope', (scope) =>
    expectRefused(
      byToken
        .filter((operation) => operation.scopes.some((needed) => needed !== scope))
        .map((operation) => [operation, only.get(scope)]),
      '403 auth.scope_missing',
    ),
  );

  test('a token that lacks only the scope of a route is refused it, and so is one without a scope', () =>
    expectRefused(
      byToken.flatMap((operation) => [
        ...operation.scopes.map((needed) => [operation, without.get(needed)] as const),
        [operation, powerless] as const,
      ]),
      '403 auth.scope_missing',
    ));

  test('a request for the headers alone needs the same scope', async () => {
    for (const operation of byToken.filter(({ method }) => method === 'GET')) {
      const { statusCode, body } = await request(stack.api.baseUrl + pathOf(operation, (name) => ids[name] ?? ''), {
        method: 'HEAD',
        headers: { authorization: `Bearer ${powerless}` },
      });
      await body.dump();
      expect([operation.operationId, statusCode]).toEqual([operation.operationId, 403]);
    }
  });

  test('none of these requests changed a row', async () => {
    expect(await everyRow()).toEqual(rows);
  });

  test('a token that was revoked, has expired or comes from another network opens no route', async () => {
    const [revoked, expired, elsewhere] = await Promise.all([1, 2, 3].map(() => client.addToken(scopes)));
    await stack.sql.query('update api_tokens set revoked_at = now() where id = $1', [revoked?.tokenId]);
    await stack.sql.query('update api_tokens set expires_at = now() where id = $1', [expired?.tokenId]);
    await stack.sql.query(`update api_tokens set allowed_networks = '{203.0.113.0/24}' where id = $1`, [
      elsewhere?.tokenId,
    ]);
    const ended = byToken.flatMap((operation) => [revoked, expired].map((one) => [operation, one?.token] as const));
    await expectRefused(ended, '401 auth.unauthorized');
    await expectRefused(
      byToken.map((operation) => [operation, elsewhere?.token]),
      '403 auth.address_not_allowed',
    );
  });

  test('a token of a maker who may not administer is refused the routes that only owners and admins may use', async () => {
    const { token } = await client.addToken(scopes, { administers: false });
    const [reserved, others] = [byToken.filter(isReserved), byToken.filter((operation) => !isReserved(operation))];
    expect(reserved.length).toBeGreaterThan(0);
    await expectRefused(
      reserved.map((operation) => [operation, token]),
      '403 auth.role_missing',
    );
    await expectOpen(others, token, ['flows:write']);
  });

  /** Of the client's objects some are read. Those that are changed do not exist, except on routes of test mode, which a live client refuses. */
  async function expectOpen(open: readonly Operation[], token: string, granted: readonly Scope[]) {
    const answers = [];
    for (const operation of open) {
      const mine = operation.method === 'GET' || operation.tag === 'test mode';
      const answer = await call(operation, token, mine ? { granted } : { granted, idOf: unknownOf });
      answers.push([operation.operationId, answer.status < 400 ? '' : problemLine(answer)]);
    }
    expect(answers).toEqual(open.map((operation) => [operation.operationId, expectedOf(operation)]));
  }

  /** A file may still be inspected, and a verification without a verdict has no report. */
  const expectedOf = (operation: Operation): unknown =>
    mode === 'live' && operation.tag === 'test mode'
      ? '403 test_mode.required'
      : expect.stringMatching(operation.method === 'GET' ? /^(409 .*)?$/ : /^(?!40[13])/);

  test('a token with exactly the scopes of a route opens it', async () => {
    for (const operation of byToken) {
      const { token } =
        operation.scopes.length === 1
          ? { token: only.get(operation.scopes[0] ?? '') ?? '' }
          : await client.addToken(operation.scopes as Scope[]);
      await expectOpen([operation], token, operation.scopes as Scope[]);
    }
  });
});

interface CallChoice {
  granted?: readonly Scope[];
  idOf?: (parameter: string) => string;
}

/** Of the routes of accounts, those that a cookie opens only for owners and admins. */
const isReserved = ({ roles }: Operation) => roles.every((role) => role === 'owner' || role === 'admin');
