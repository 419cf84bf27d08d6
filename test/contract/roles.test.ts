import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idPrefixes, newId, type IdKind } from '../../src/domain/id.ts';
import { clientModes, type ClientMode } from '../../src/domain/operators/client.ts';
import { roles, type Role } from '../../src/domain/operators/role.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { signInAs } from '../support/operator.ts';
import { seedClient, type SeededClient } from '../support/seed.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { operations, type Operation } from './openapi-document.ts';

/**
 * Every role × every route that a sign-in cookie opens, from the OpenAPI document: on a live client, the roles that it names are the roles
 * that are accepted. On a client in test mode, developers may also use every route of an account.
 */
let stack: Stack;
let live: SeededClient;
const people = new Map<Role, Awaited<ReturnType<typeof signInAs>>>();
beforeAll(async () => {
  stack = await startStack();
  live = await seedClient(stack.container.db, 'live');
  for (const role of roles) people.set(role, await signInAs(stack, role));
});
afterAll(() => stack.close());

const byCookie = operations.filter(({ credentials }) => credentials.includes('operatorCookie'));
// It would end the session that the others need.
const walked = byCookie.filter(({ operationId }) => operationId !== 'signOut');

/** A well-formed value that nothing has. */
function unknownOf(parameter: string): string {
  const kind = parameter.replace(/Id$/, '');
  return Object.hasOwn(idPrefixes, kind) ? newId(kind as IdKind) : '1';
}

async function call(role: Role, operation: Operation, { clientId }: { clientId: string }) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => unknownOf(name));
  const json = operation.body === null ? {} : { json: operation.body };
  const person = people.get(role);
  if (person === undefined) throw new Error(`nobody is ${role}`);
  return person.call(operation.method, path, { ...json, headers: { 'x-client-id': clientId } });
}

const cases = clientModes.flatMap((mode) => roles.map((role) => [mode, role] as const));
const mayUse = (mode: ClientMode, role: Role, operation: Operation) =>
  operation.roles.includes(role) ||
  (mode === 'test' && role === 'developer' && operation.credentials.includes('apiToken'));

describe.each(cases)('on a client in %s mode, the role %s', (mode, role) => {
  const may = walked.filter((operation) => mayUse(mode, role, operation));
  const mayNot = walked.filter((operation) => !mayUse(mode, role, operation));
  const client = () => (mode === 'live' ? live : stack.client);

  test('is refused every route that does not name it', async () => {
    const answers = [];
    for (const operation of mayNot)
      answers.push([operation.operationId, problemLine(await call(role, operation, client()))]);
    expect(answers).toEqual(mayNot.map(({ operationId }) => [operationId, '403 auth.role_missing']));
  });

  test('may call every route that names it', async () => {
    const refused = [];
    for (const operation of may) {
      const answer = await call(role, operation, client());
      if ([401, 403].includes(answer.status) && !isAboutAnother(problemOf(answer).code))
        refused.push(operation.operationId);
    }
    expect(refused).toEqual([]);
  });
});

/**
 * Refusals that have other reasons than the role: a live client has no test routes, and operators cannot give a token a scope that they
 * lack.
 */
const isAboutAnother = (code: string) => code === 'test_mode.required' || code === 'auth.scope_missing';

test('without the cookie, no role opens a route', async () => {
  for (const operation of walked.filter(({ credentials }) => !credentials.includes('apiToken'))) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => unknownOf(name));
    const json = operation.body === null ? {} : { json: operation.body };
    expect(problemLine(await stack.api.call(operation.method, path, json))).toBe('401 auth.unauthorized');
  }
});

test('an operator who may only read can change nothing but their own account', () => {
  const changing = byCookie.filter(({ method, roles }) => method !== 'GET' && roles.includes('read-only'));
  const aboutOthers = changing.filter(({ path }) => !path.startsWith('/v2/self') && path !== '/v2/sign-out');
  // Making a link to a file that the operator may read anyway is not a change.
  expect(aboutOthers.filter(({ scopes }) => scopes[0] !== 'media:read' || scopes.length > 1)).toEqual([]);
});

test('only roles that manage operators can change them, and only those and the read-only role can list them', () => {
  const managing = byCookie.filter(({ path }) => /^\/v2\/(operators|invitations)/.test(path));
  expect(managing).toHaveLength(7);
  for (const { method, roles } of managing) {
    expect(roles).toEqual(method === 'GET' ? ['owner', 'admin', 'read-only'] : ['owner', 'admin']);
  }
});

test('a developer cannot read people’s data on a live client', () => {
  const ofPeople = walked.filter(({ scopes }) =>
    ['identities:read', 'media:read', 'verifications:write'].includes(scopes[0] ?? ''),
  );
  expect(ofPeople.length).toBeGreaterThan(3);
  expect(ofPeople.filter((operation) => operation.roles.includes('developer'))).toEqual([]);
});
