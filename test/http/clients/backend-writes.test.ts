import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import { refreshIdentityRecord } from '../../../src/services/verifications/refresh-identity-record.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';

/** What a backend writes all the time shares its statements with other requests: it must be what a transaction alone writes. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const token = () => stack.client.token;
const read = async (identityId: string) =>
  (await stack.api.get<IdentityRecord>(`/v2/identities/${identityId}`, { token: token() })).body;
const tag = (identityId: string, json: Record<string, string[]>, as = token()) =>
  stack.api.patch<IdentityRecord>(`/v2/identities/${identityId}`, { token: as, json });
const linesOf = async (subjectId: string) => {
  const { rows } = await stack.sql.query<{ action: string; client_id: string }>(
    `select client_id, action from ${auditLines} where subject_id = $1 order by sequence`,
    [subjectId],
  );
  expect(rows.every((row) => row.client_id === stack.client.clientId)).toBe(true);
  return rows.map(({ action }) => action);
};
const recompose = (identityId: string) =>
  stack.container.db.transaction((tx) => refreshIdentityRecord(tx, identityId, stack.container.flows));

interface Prepared {
  identityId: string;
  verificationId: string;
  clientToken: string;
}
async function prepare(headers: Record<string, string> = {}): Promise<Prepared> {
  const { status, body } = await stack.api.post<Prepared>('/v2/verifications', {
    token: token(),
    headers,
    json: { flowId: stack.client.flowOf('document-only'), metadata: { order: 'A-17' } },
  });
  expect(status).toBe(201);
  return body;
}

describe('a verification that a backend prepares', () => {
  test.each([{ headers: {} }, { headers: { 'idempotency-key': randomUUID() } }])(
    'has the rows that a single transaction would write, with its line in the audit log ($headers)',
    async ({ headers }) => {
      const { identityId, verificationId, clientToken } = await prepare(headers);
      const written = await read(identityId);
      expect(written).toMatchObject({ status: 'pending', tags: [], activeVerification: { id: verificationId } });
      await recompose(identityId);
      expect(written).toEqual(await read(identityId));
      expect(await linesOf(verificationId)).toEqual(['verification.started']);

      const found = await stack.api.get<{ data: { id: string }[] }>(
        '/v2/verifications?metadataKey=order&metadataValue=A-17',
        {
          token: token(),
        },
      );
      expect(found.body.data.map(({ id }) => id)).toContain(verificationId);
      const session = await stack.startSession('document-only', { clientToken });
      expect(session).toMatchObject({ identityId, verificationId });
      const again = await stack.api.get<{ metadata: unknown; startedBy: string }>(
        `/v2/verifications/${verificationId}`,
        { token: token() },
      );
      expect(again.body).toMatchObject({ metadata: { order: 'A-17' }, startedBy: 'backend' });
    },
  );

  test('lives as long as its client token, a day', async () => {
    const { verificationId } = await prepare();
    const { rows } = await stack.sql.query(
      `select extract(epoch from v.expires_at - v.created_at)::int as lives, v.expires_at = t.expires_at as same
         from verifications v join one_time_tokens t on t.verification_id = v.id where v.id = $1`,
      [verificationId],
    );
    expect(rows).toEqual([{ lives: 24 * 3_600, same: true }]);
  });

  test('keeps its own values among many at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => prepare()));
    for (const { identityId, verificationId } of all) {
      expect(await read(identityId)).toMatchObject({ id: identityId, activeVerification: { id: verificationId } });
    }
  });
});

describe('tags', () => {
  test('are in the answer, in the stored record, in the search and in the audit log', async () => {
    const { identityId } = await prepare();
    const { status, body } = await tag(identityId, { tags: ['late', 'vip', 'vip'] });
    expect(status).toBe(200);
    expect(body.tags).toEqual(['late', 'vip']);
    expect(await read(identityId)).toEqual(body);
    await recompose(identityId);
    expect(await read(identityId)).toEqual(body);
    expect((await tag(identityId, { addTags: ['new'], removeTags: ['late'] })).body.tags).toEqual(['vip', 'new']);
    const idsOf = async (name: string) => {
      const path = `/v2/identities?tag=${name}`;
      return (await stack.api.get<{ data: { id: string }[] }>(path, { token: token() })).body.data.map(({ id }) => id);
    };
    expect(await idsOf('new')).toContain(identityId);
    expect(await idsOf('late')).not.toContain(identityId);
    expect(await linesOf(identityId)).toEqual(['identity.tagged', 'identity.tagged']);
  });

  test('of one person that are added at the same time are all there', async () => {
    const { identityId } = await prepare();
    const names = Array.from({ length: 20 }, (_, index) => `at-once-${index}`);
    const answers = await Promise.all(names.map((name) => tag(identityId, { addTags: [name] })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await read(identityId)).tags.sort()).toEqual(names.sort());
    expect(await linesOf(identityId)).toHaveLength(names.length);
  });

  test('of many people at the same time go to each of them', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => prepare()));
    await Promise.all(all.map(({ identityId }, index) => tag(identityId, { tags: [`number-${index}`] })));
    for (const [index, { identityId }] of all.entries()) {
      expect((await read(identityId)).tags).toEqual([`number-${index}`]);
    }
  });

  test('do not wait for another person whose row is locked', async () => {
    const [held, ...free] = await Promise.all(Array.from({ length: 11 }, () => prepare()));
    if (held === undefined) throw new Error('nothing was prepared');
    const holder = await stack.sql.connect();
    await holder.query('begin');
    await holder.query('select 1 from identities where id = $1 for update', [held.identityId]);
    // Those that come together share a statement.
    const waiting = tag(held.identityId, { tags: ['held'] });
    const answers = await Promise.all(free.map(({ identityId }) => tag(identityId, { tags: ['free'] })));
    expect(answers.map(({ body }) => body.tags)).toEqual(free.map(() => ['free']));
    expect((await read(held.identityId)).tags).toEqual([]);
    await holder.query('commit');
    holder.release();
    expect((await waiting).body.tags).toEqual(['held']);
  });

  test('are left to a transaction when the record changes between their reading and their writing', async () => {
    const { identityId } = await prepare();
    const { clientId } = stack.client;
    // In another process, since this one is kept busy until it is over.
    const changeRecord = () =>
      execFileSync(process.execPath, [
        '--input-type=module',
        '-e',
        `import pg from 'pg';
         const client = new pg.Client(${JSON.stringify(stack.env.DATABASE_URL)});
         await client.connect();
         await client.query('update identities set record_sealed = record_sealed || record_sealed where id = $1', [${JSON.stringify(identityId)}]);
         await client.end();`,
      ]);
    const answered = await stack.container.db.taggings.change(
      { clientId, identityId, at: new Date() },
      { actorId: 'nobody', action: 'identity.tagged' },
      ({ recordJson }) => {
        changeRecord();
        return { tags: ['late'], recordJson };
      },
    );
    expect(answered).toBeNull();
    const { rows } = await stack.sql.query(`select coalesce(tags, '{}') as tags from identities where id = $1`, [
      identityId,
    ]);
    expect(rows).toEqual([{ tags: [] }]);
    expect(await linesOf(identityId)).toEqual([]);
  });

  test('of somebody else’s person, of one who is erased, and too many of them are refused', async () => {
    const { identityId } = await prepare();
    const stranger = await seedClient(stack.container.db);
    expect((await tag(identityId, { tags: ['mine'] }, stranger.token)).status).toBe(404);
    const many = Array.from({ length: 20 }, (_, index) => `number-${index}`);
    await tag(identityId, { tags: many });
    expect((await tag(identityId, { addTags: ['one-more'] })).status).toBe(400);
    expect((await read(identityId)).tags).toEqual(many);
    await stack.api.delete(`/v2/identities/${identityId}`, { token: token() });
    expect((await tag(identityId, { tags: ['gone'] })).status).toBe(404);
  });

  test('are written if the stored record is older than tags', async () => {
    const { identityId } = await prepare();
    const { clientId } = stack.client;
    const { db } = stack.container;
    const record = (await db.identities.findRecord(clientId, identityId))?.toString('utf8') ?? '';
    await db.identities.storeRecord(identityId, record.replace('"tags":[],', ''));
    const { body } = await tag(identityId, { tags: ['first'] });
    expect(body.tags).toEqual(['first']);
    await recompose(identityId);
    expect(await read(identityId)).toEqual(body);
  });
});
