import pg from 'pg';
import { z } from 'zod';
import { createEnvRootKey } from '../src/adapters/root-keys/env-root-key.ts';
import { identitySchema } from '../src/contract/identity.ts';
import { newKey, open, seal } from '../src/domain/encryption/encryption.ts';
import { newId } from '../src/domain/id.ts';
import { exampleOf } from '../src/steps/named-schema.ts';
import type { BenchStack } from './stack.ts';

const batch = 500;

/**
 * Fills the table up to `total` identities of the demo client, each with its own data key and encrypted record, as large as a real one.
 * Returns a sample of their ids, spread over all.
 */
export async function seedIdentities(stack: BenchStack, total: number, sampleSize = 20_000): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 4 });
  const { clientId } = stack.demo;
  const clientKey = await readClientKey(stack, pool);
  const example = exampleOf(identitySchema);

  const { rows: counted } = await pool.query<{ count: string }>('select count(*) from identities');
  let present = Number(counted[0]?.count ?? 0);
  while (present < total) {
    const count = Math.min(batch, total - present);
    await insertIdentities(pool, { clientId, clientKey, count, recordOf: (id) => JSON.stringify({ ...example, id }) });
    present += count;
  }
  await pool.query('vacuum analyze identities');
  const { rows: sample } = await pool.query<{ id: string; wrapped_data_key: Buffer; record_sealed: Buffer }>(
    'select id, wrapped_data_key, record_sealed from identities where record_sealed is not null order by random() limit $1',
    [sampleSize],
  );
  const [first] = sample;
  // Records that cannot be opened must not be part of the load.
  if (first)
    open(
      open(clientKey, first.wrapped_data_key, { clientId, object: 'identity', id: first.id, field: 'dataKey' }),
      first.record_sealed,
      { clientId, object: 'identity', id: first.id, field: 'record' },
    );
  await pool.end();
  return sample.map((row) => row.id);
}

/** Adds `count` identities of the demo client with the answer `answer` and new ids. Returns the ids. */
export async function seedAnswers(stack: BenchStack, answer: string, count: number): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
  const { clientId } = stack.demo;
  const { id: own } = z.object({ id: z.string() }).parse(JSON.parse(answer));
  const clientKey = await readClientKey(stack, pool);
  const ids: string[] = [];
  while (ids.length < count) {
    const recordOf = (id: string) => answer.replaceAll(own, id);
    ids.push(...(await insertIdentities(pool, { clientId, clientKey, count: Math.min(batch, count), recordOf })));
  }
  await pool.query('vacuum analyze identities');
  await pool.end();
  return ids;
}

async function readClientKey(stack: BenchStack, pool: pg.Pool): Promise<Buffer> {
  const { clientId } = stack.demo;
  const { rows } = await pool.query<{ wrapped_key: Buffer }>('select wrapped_key from clients where id = $1', [
    clientId,
  ]);
  const rootKey = createEnvRootKey(Buffer.from(stack.env.ROOT_KEY ?? '', 'base64'));
  return rootKey.unwrap(rows[0]?.wrapped_key ?? Buffer.alloc(0), `client/${clientId}`);
}

async function insertIdentities(
  pool: pg.Pool,
  {
    clientId,
    clientKey,
    count,
    recordOf,
  }: { clientId: string; clientKey: Buffer; count: number; recordOf: (id: string) => string },
): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ id: newId('identity'), key: newKey() }));
  const place = (id: string, field: string) => ({ clientId, object: 'identity', id, field });
  await pool.query(
    `insert into identities (id, client_id, status, wrapped_data_key, record_sealed, updated_at)
     select unnest($1::text[]), $2, 'verified', unnest($3::bytea[]), unnest($4::bytea[]), now()`,
    [
      people.map(({ id }) => id),
      clientId,
      people.map(({ id, key }) => seal(clientKey, key, place(id, 'dataKey'))),
      people.map(({ id, key }) => seal(key, Buffer.from(recordOf(id)), place(id, 'record'))),
    ],
  );
  return people.map(({ id }) => id);
}
