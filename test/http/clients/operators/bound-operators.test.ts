import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../src/domain/id.ts';
import { roles } from '../../../../src/domain/operators/role.ts';
import { operations, type Operation } from '../../../contract/openapi-document.ts';
import { problemLine, problemOf } from '../../../support/api-client.ts';
import { browserOf, signInAs } from '../../../support/operator.ts';
import { seedClient, type SeededClient } from '../../../support/seed.ts';
import { startStack, type Stack } from '../../../support/stack.ts';

let stack: Stack;
let theirs: SeededClient;
let mine: SeededClient;
beforeAll(async () => {
  stack = await startStack();
  theirs = stack.client;
  mine = await seedClient(stack.container.db, 'live');
});
afterAll(() => stack.close());

async function signInBound(role: (typeof roles)[number], clientIds = [mine.clientId]) {
  const person = await signInAs(stack, role);
  await stack.container.db.operators.bindTo(person.operatorId, clientIds);
  return person;
}

/** Routes of one client's account, from the OpenAPI document: a new route is covered as soon as it exists. */
const ofAccounts = operations.filter(
  ({ credentials }) => credentials.includes('operatorCookie') && credentials.includes('apiToken'),
);
const ofAll = operations.filter(({ path }) => /^\/v2\/(operators|invitations)/.test(path));

/** Ids of flows and people of the other client, where a path takes one. */
const foreign = (): Record<string, string> => ({ flowId: theirs.flowOf('document-only') });
const pathOf = ({ path }: Operation) => path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => foreign()[name] ?? '1');
const bodyOf = ({ body }: Operation) => (body === null ? {} : { json: body });

describe('an operator who is bound to one client', () => {
  test.each(roles.filter((role) => role !== 'owner'))(
    'as %s finds nothing of another client on any route',
    async (role) => {
      const person = await signInBound(role);
      expect(ofAccounts.length).toBeGreaterThan(40);
      const answers = [];
      for (const operation of ofAccounts) {
        const headers = { 'x-client-id': theirs.clientId };
        const answer = await person.call(operation.method, pathOf(operation), { ...bodyOf(operation), headers });
        answers.push([operation.operationId, problemLine(answer)]);
      }
      expect(answers).toEqual(ofAccounts.map(({ operationId }) => [operationId, '404 client.not_found']));
    },
  );

  test('cannot distinguish the other client from one that does not exist, and finds its records under no client', async () => {
    const admin = await signInBound('admin');
    const read = async (clientId: string) => {
      const answer = await admin.call('GET', '/v2/settings', { headers: { 'x-client-id': clientId } });
      return { ...problemOf(answer), requestId: '' };
    };
    expect(await read(theirs.clientId)).toEqual(await read(newId('client')));
    const answer = await admin.call('GET', `/v2/flows/${theirs.flowOf('document-only')}`);
    expect(problemLine(answer)).toBe('404 flow.not_found');
  });

  test('works on their own client without naming it, and sees no other', async () => {
    const admin = await signInBound('admin');
    expect((await admin.call('GET', '/v2/settings')).status).toBe(200);
    const json = { name: 'Mine' };
    expect((await admin.call('PATCH', '/v2/settings', { json })).status).toBe(200);
    expect((await mine.addToken(['account:write'])).tokenId).toMatch(/^tok_/);
    const self = await admin.call<{ clients: { id: string }[] }>('GET', '/v2/self');
    const listed = await admin.call<{ data: { id: string }[] }>('GET', '/v2/clients');
    for (const clients of [self.body.clients, listed.body.data])
      expect(clients.map(({ id }) => id)).toEqual([mine.clientId]);
    const again = browserOf(
      stack.api,
      await stack.api.post('/v2/sign-in', { json: { email: admin.email, password: 'correct horse battery' } }),
    );
    expect((await again.call<{ clients: unknown[] }>('GET', '/v2/self')).body.clients).toHaveLength(1);
  });

  test('neither sees nor changes operators and invitations, which concern every client', async () => {
    const admin = await signInBound('admin');
    expect(ofAll).toHaveLength(7);
    for (const operation of ofAll) {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, () => admin.operatorId);
      const answer = await admin.call(operation.method, path, bodyOf(operation));
      expect([operation.operationId, problemLine(answer)]).toEqual([operation.operationId, '403 auth.role_missing']);
    }
  });
});

describe('binding', () => {
  test('is done by those who manage operators, takes effect with the next request, and is undone the same way', async () => {
    const [owner, rui] = [await signInAs(stack, 'owner'), await signInAs(stack, 'reviewer')];
    const bind = (clientIds: string[]) =>
      owner.call<{ clientIds: string[]; role: string }>('PATCH', `/v2/operators/${rui.operatorId}`, {
        json: { clientIds },
      });
    const look = () => rui.call('GET', '/v2/identities', { headers: { 'x-client-id': theirs.clientId } });
    expect((await look()).status).toBe(200);
    expect((await bind([mine.clientId])).body).toMatchObject({ clientIds: [mine.clientId], role: 'reviewer' });
    expect(problemLine(await look())).toBe('404 client.not_found');
    expect((await bind([])).status).toBe(200);
    expect((await look()).status).toBe(200);
    expect(problemLine(await bind([newId('client')]))).toBe('404 client.not_found');
  });

  test('is refused for owners, because one must see everything', async () => {
    const [owner, ana] = [await signInAs(stack, 'owner'), await signInBound('admin')];
    const update = (operatorId: string, json: object) => owner.call('PATCH', `/v2/operators/${operatorId}`, { json });
    expect(problemLine(await update(owner.operatorId, { clientIds: [mine.clientId] }))).toBe('400 request.invalid');
    expect(problemLine(await update(ana.operatorId, { role: 'owner' }))).toBe('400 request.invalid');
    expect((await update(ana.operatorId, { role: 'owner', clientIds: [] })).status).toBe(200);
  });
});
