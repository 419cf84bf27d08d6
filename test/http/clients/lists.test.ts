import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { identityListItemSchema } from '../../../src/contract/identity.ts';
import type { verificationListItemSchema } from '../../../src/contract/verification.ts';
import type { IndexedValue } from '../../../src/domain/traits.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine, problemOf } from '../../support/api-client.ts';
import { finishSession } from '../../support/finish-session.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { documentOnly, seedClient } from '../../support/seed.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

type IdentityItem = z.output<typeof identityListItemSchema>;
type VerificationItem = z.output<typeof verificationListItemSchema>;
interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

let stack: Stack;
/** Oldest first. */
let sessions: SdkSession[];
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('other', documentOnly);
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  sessions = [];
  for (const [number, flow] of ['document-only', 'once', 'document-only', 'other', 'document-only'].entries()) {
    const metadata = { order: { number, lines: ['a', number] }, shop: number % 2 === 0 ? 'north' : 'south' };
    sessions.push(await stack.startSession(flow, { metadata }));
  }
  await finishSession(stack, at(1));
});
afterAll(() => stack.close());

const at = (index: number): SdkSession => {
  const session = sessions[index];
  if (session === undefined) throw new Error(`no session ${index}`);
  return session;
};
const newestFirst = (key: 'identityId' | 'verificationId', ...indexes: number[]) =>
  [...indexes].sort((a, b) => b - a).map((index) => at(index)[key]);
const ask = <Item>(path: string, query: Record<string, string | number> = {}) =>
  stack.api.get<Page<Item>>(
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])).toString()}`,
    { token: stack.client.token },
  );
const identityIds = async (query: Record<string, string | number>) =>
  (await ask<IdentityItem>('/v2/identities', query)).body.data.map(({ id }) => id);
const verificationIds = async (query: Record<string, string | number>) =>
  (await ask<VerificationItem>('/v2/verifications', query)).body.data.map(({ id }) => id);

const lists = [
  { path: '/v2/identities', key: 'identityId' },
  { path: '/v2/verifications', key: 'verificationId' },
] as const;

describe.each(lists)('the list $path', ({ path, key }) => {
  const ids = async (query: Record<string, string | number>) =>
    (await ask<{ id: string }>(path, query)).body.data.map(({ id }) => id);

  test('is complete and newest first over pages of any size, also while new ones come in', async () => {
    for (const limit of [1, 2, 3, 5, 100]) {
      const seen: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const { body }: { body: Page<{ id: string }> } = await ask(path, { limit, ...(after !== '' && { after }) });
        seen.push(...body.data.map(({ id }) => id));
        after = body.nextCursor;
      }
      expect(seen).toEqual(newestFirst(key, 0, 1, 2, 3, 4));
    }
  });

  test('contains nothing of another client', async () => {
    const other = await seedClient(stack.container.db);
    const answer = await stack.api.get<Page<unknown>>(path, { token: other.token });
    expect(answer.body).toEqual({ data: [], nextCursor: null });
  });

  test('refuses a cursor that is not its own, and a value without its key', async () => {
    const foreign = Buffer.from(stack.client.clientId).toString('base64url');
    for (const query of [{ after: foreign }, { after: '!' }, { metadataValue: 'north' }, { limit: 101 }]) {
      expect(problemLine(await ask(path, query))).toBe('400 request.invalid');
    }
    expect(problemOf(await ask(path, { metadataValue: 'north' })).errors).toMatchObject([
      { pointer: 'query:/metadataKey' },
    ]);
  });

  test('is filtered by the keys and plain values of the metadata, nested ones too', async () => {
    expect(await ids({ metadataKey: 'shop' })).toHaveLength(5);
    expect(await ids({ metadataKey: 'shop', metadataValue: 'north' })).toEqual(newestFirst(key, 0, 2, 4));
    expect(await ids({ metadataKey: 'order.number', metadataValue: 3 })).toEqual(newestFirst(key, 3));
    expect(await ids({ metadataKey: 'order.lines', metadataValue: 'a' })).toHaveLength(5);
    expect(await ids({ metadataKey: 'shop', metadataValue: 'North' })).toEqual([]);
    expect(await ids({ metadataKey: 'order', metadataValue: 'north' })).toEqual([]);
  });

  test('is filtered by status, and by everything at once', async () => {
    const pending = newestFirst(key, 0, 2, 3, 4);
    expect(await ids({ status: 'pending' })).toEqual(pending);
    const decided = newestFirst(key, 1);
    expect([...(await ids({ status: 'rejected' })), ...(await ids({ status: 'reviewNeeded' }))]).toEqual(decided);
    expect(await ids({ status: 'pending', metadataKey: 'shop', metadataValue: 'south' })).toEqual(newestFirst(key, 3));
  });

  test('is filtered by time, to the millisecond of the database’s clock', async () => {
    const table = key === 'identityId' ? 'identities' : 'verifications';
    const { rows } = await stack.sql.query<{ created_at: Date }>(`select created_at from ${table} where id = $1`, [
      at(2)[key],
    ]);
    const middle = rows[0]?.created_at ?? new Date(0);
    const shifted = (ms: number) => new Date(middle.getTime() + ms).toISOString();
    const between = await ids({ createdAfter: shifted(-1), createdBefore: shifted(1) });
    expect(between).toEqual([at(2)[key]]);
    expect(await ids({ createdAfter: shifted(0) })).not.toContain(at(2)[key]);
    expect(await ids({ createdBefore: shifted(0) })).not.toContain(at(2)[key]);
    const day = 86_400_000;
    expect(await ids({ createdAfter: shifted(day) })).toEqual([]);
    expect(await ids({ createdBefore: shifted(-day) })).toEqual([]);
    expect(await ids({ createdAfter: shifted(-day), createdBefore: shifted(day) })).toHaveLength(5);
  });

  test('is filtered by tags as they were last set, and the record contains them', async () => {
    const tagPath = `${path}/${at(4)[key]}`;
    const { token } = stack.client;
    const set = (tags: string[]) => stack.api.call<{ tags: string[] }>('PATCH', tagPath, { token, json: { tags } });
    expect((await set(['vip', 'second look', 'vip'])).body.tags).toEqual(['vip', 'second look']);
    expect(await ids({ tag: 'vip' })).toEqual([at(4)[key]]);
    expect((await stack.api.get<{ tags: string[] }>(tagPath, { token })).body.tags).toEqual(['vip', 'second look']);
    await set(['second look']);
    expect(await ids({ tag: 'vip' })).toEqual([]);
    expect(await ids({ tag: 'second look' })).toEqual([at(4)[key]]);
    const change = (json: object) => stack.api.call<{ tags: string[] }>('PATCH', tagPath, { token, json });
    expect((await change({ addTags: ['late', 'second look'] })).body.tags).toEqual(['second look', 'late']);
    await Promise.all([change({ addTags: ['one'] }), change({ addTags: ['two'] }), change({ removeTags: ['late'] })]);
    expect((await stack.api.get<{ tags: string[] }>(tagPath, { token })).body.tags.toSorted()).toEqual([
      'one',
      'second look',
      'two',
    ]);
    const many = Array.from({ length: 18 }, (_, index) => `tag ${index}`);
    expect(problemOf(await change({ addTags: many })).errors).toMatchObject([{ pointer: 'body:/addTags' }]);
    for (const json of [{}, { tags: [], addTags: ['one'] }]) {
      expect(problemLine(await change(json))).toBe('400 request.invalid');
    }
    await set(['second look']);
    const action = `${key === 'identityId' ? 'identity' : 'verification'}.tagged`;
    const { rows } = await stack.sql.query(`select 1 from ${auditLines} where action = $1 and subject_id = $2`, [
      action,
      at(4)[key],
    ]);
    expect(rows).toHaveLength(7);
    const reader = await stack.client.addToken(['identities:read']);
    const refused = await stack.api.call('PATCH', tagPath, { token: reader.token, json: { tags: [] } });
    expect(problemLine(refused)).toBe('403 auth.scope_missing');
  });
});

describe('people are found', () => {
  const known: IndexedValue[] = [
    { trait: 'fullName', value: 'Łukasz MÜLLER-Özdemir' },
    { trait: 'documentNumber', value: 'AB 123.456-7' },
    { trait: 'phoneNumber', value: '+5511987654321' },
    { trait: 'email', value: 'anna.eriksson@example.com' },
  ];
  beforeAll(async () => {
    const { clientId } = stack.client;
    const { db } = stack.container;
    await db.transaction((tx) => tx.blindIndexes.addAll({ clientId, identityId: at(0).identityId }, known));
    const others: IndexedValue[] = [
      { trait: 'fullName', value: 'Thaïs Ивановна' },
      { trait: 'email', value: 'annaeriksson@example.com' },
      { trait: 'phoneNumber', value: '+5511987654322' },
    ];
    await db.transaction((tx) => tx.blindIndexes.addAll({ clientId, identityId: at(1).identityId }, others));
  });

  test.each([
    ['fullName', 'Łukasz MÜLLER-Özdemir'],
    ['fullName', '  lukasz   muller ozdemir '],
    ['fullName', 'MUELLER OEZDEMIR LUKASZ'],
    ['fullName', 'Müller-Özdemir, Łukasz'],
    ['documentNumber', 'ab1234567'],
    ['documentNumber', 'AB-123 4567'],
    ['phone', '+55 (11) 98765-4321'],
    ['phone', '0055 11 98765 4321'],
    ['phone', '5511987654321'],
    ['email', ' Anna.Eriksson@EXAMPLE.com'],
  ])('by %s typed as "%s"', async (name, typed) => {
    expect(await identityIds({ [name]: typed })).toEqual([at(0).identityId]);
  });

  test('by a name in other letters', async () => {
    expect(await identityIds({ fullName: 'ИВАНОВНА Thais' })).toEqual([at(1).identityId]);
  });

  test.each([
    ['fullName', 'Łukasz Müller'],
    ['fullName', '…'],
    ['documentNumber', 'AB1234568'],
    ['phone', '+5511987654323'],
    ['email', 'anna.eriksson@example.org'],
  ])('not by %s typed as "%s", which is somebody else’s or nobody’s', async (name, typed) => {
    expect(await identityIds({ [name]: typed })).toEqual([]);
  });

  test('only if everything that was typed matches', async () => {
    const email = 'anna.eriksson@example.com';
    expect(await identityIds({ email, documentNumber: 'AB1234567' })).toEqual([at(0).identityId]);
    expect(await identityIds({ email, phone: '+5511987654322' })).toEqual([]);
  });

  test.each(['muller özdemir łukasz', 'ab-123 4567', '0055 11 98765-4321', 'Anna.Eriksson@example.com'])(
    'and their attempts by "%s" in the one search box',
    async (search) => {
      expect(await identityIds({ search })).toEqual([at(0).identityId]);
      expect(await verificationIds({ search })).toEqual([at(0).verificationId]);
      expect(await verificationIds({ search, status: 'verified' })).toEqual([]);
    },
  );

  test('by either id in the search box, and not by a part of a value', async () => {
    const { identityId, verificationId } = at(2);
    for (const search of [identityId, ` ${verificationId.toUpperCase()} `]) {
      expect(await identityIds({ search })).toEqual([identityId]);
      expect(await verificationIds({ search })).toEqual([verificationId]);
    }
    for (const search of ['Łukasz', 'AB123', 'anna', '+55', '…', identityId.slice(0, -1)]) {
      expect([...(await identityIds({ search })), ...(await verificationIds({ search }))], search).toEqual([]);
    }
    const other = await seedClient(stack.container.db);
    for (const search of [identityId, verificationId, 'AB1234567']) {
      for (const path of ['identities', 'verifications']) {
        const answer = await stack.api.get<Page<unknown>>(`/v2/${path}?search=${search}`, { token: other.token });
        expect(answer.body.data, `${path} ${search}`).toEqual([]);
      }
    }
  });

  test('only by the client that knows them', async () => {
    const other = await seedClient(stack.container.db);
    const answer = await stack.api.get<Page<unknown>>('/v2/identities?documentNumber=AB1234567', {
      token: other.token,
    });
    expect(answer.body.data).toEqual([]);
  });
});

describe('attempts', () => {
  test('are filtered by flow and by person', async () => {
    const flowId = stack.client.flowOf('other');
    const { body } = await ask<VerificationItem>('/v2/verifications', { flowId });
    expect(body.data).toMatchObject([{ id: at(3).verificationId, flow: { id: flowId, name: 'other', version: 1 } }]);
    const { identityId, verificationId } = at(2);
    expect(await verificationIds({ identityId })).toEqual([verificationId]);
    expect(await verificationIds({ identityId, flowId })).toEqual([]);
  });
});
