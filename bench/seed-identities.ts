import pg from 'pg';
import { createEnvRootKey } from '../src/adapters/root-keys/env-root-key.ts';
import { identitySchema } from '../src/contract/identity.ts';
import { newKey, open, seal } from '../src/domain/encryption/encryption.ts';
import { newId } from '../src/domain/id.ts';
import { exampleOf } from '../src/steps/named-schema.ts';
import type { BenchStack } from './stack.ts';

const batch = 500;

/**
 * Fills the table up to `total` identities of the demo client, each with its own data key and sealed record, as large
 * as a real one. Answers a sample of their ids, spread over all.
 */
export async function seedIdentities(stack: BenchStack, total: number, sampleSize = 20_000): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 4 });
  const { clientId } = stack.demo;
  const { rows } = await pool.query<{ wrapped_key: Buffer }>('select wrapped_key from clients where id = $1', [
    clientId,
  ]);
  const rootKey = createEnvRootKey(Buffer.from(stack.env.ROOT_KEY ?? '', 'base64'));
  const clientKey = await rootKey.unwrap(rows[0]?.wrapped_key ?? Buffer.alloc(0), `client/${clientId}`);
  const example = exampleOf(identitySchema);

  const { rows: counted } = await pool.query<{ count: string }>('select count(*) from identities');
  let present = Number(counted[0]?.count ?? 0);
  while (present < total) {
    const ids = Array.from({ length: Math.min(batch, total - present) }, () => newId('identity'));
    const keys = ids.map(() => newKey());
    await pool.query(
      `insert into identities (id, client_id, status, wrapped_data_key, record_sealed, updated_at)
       select unnest($1::text[]), $2, 'verified', unnest($3::bytea[]), unnest($4::bytea[]), now()`,
      [
        ids,
        clientId,
        ids.map((id, index) =>
          seal(clientKey, keys[index] ?? newKey(), { clientId, object: 'identity', id, field: 'dataKey' }),
        ),
        ids.map((id, index) =>
          seal(keys[index] ?? newKey(), Buffer.from(JSON.stringify({ ...example, id })), {
            clientId,
            object: 'identity',
            id,
            field: 'record',
          }),
        ),
      ],
    );
    present += ids.length;
  }
  await pool.query('vacuum analyze identities');
  const { rows: sample } = await pool.query<{ id: string; wrapped_data_key: Buffer; record_sealed: Buffer }>(
    'select id, wrapped_data_key, record_sealed from identities where record_sealed is not null order by random() limit $1',
    [sampleSize],
  );
  const [first] = sample;
  // The load must not consist of records that cannot be opened.
  if (first)
    open(
      open(clientKey, first.wrapped_data_key, { clientId, object: 'identity', id: first.id, field: 'dataKey' }),
      first.record_sealed,
      { clientId, object: 'identity', id: first.id, field: 'record' },
    );
  await pool.end();
  return sample.map((row) => row.id);
}
