import type pg from 'pg';
import { z } from 'zod';
import { SealBroken } from '../../domain/encryption/encryption.ts';
import type { RootKey } from '../../domain/ports/root-key.ts';
import { clientKeyContext } from '../keys/keys.ts';
import { requireNobodyElse } from '../connection/others-at-work.ts';
import { endAccess, nothingWithdrawn, readWithdrawn } from './end-access.ts';

/**
 * A backup as lines of JSON: a header, rows table by table, and an end marker, without which the file is incomplete. Values are Postgres's
 * JSON form of a row, so that they are restored exactly. Encrypted values stay encrypted.
 */
export const backUpHeadSchema = z.object({
  verifyBackUp: z.literal(1),
  takenAt: z.string(),
  migrations: z.array(z.string()),
});
const rowsSchema = z.object({ table: z.string(), rows: z.array(z.unknown()) });
const mediaRowsSchema = z.object({ rows: z.array(z.object({ object_key: z.string() })) });
const endSchema = z.object({ end: z.literal(true), rows: z.number() });

/** Made of the other tables by a cron job and by triggers, which also fire while the others are restored. Not part of a backup. */
const derivedTables = ['analytics_marks', 'analytics_rollup_states', 'analytics_rollups'];

const batch = 200;
const notWhole = 'The file is not whole: its end is missing.';

/** A consistent snapshot, while the service runs. */
export async function* backUp(client: pg.Client): AsyncGenerator<string> {
  await client.query('begin transaction isolation level repeatable read read only');
  const { rows: [now] } = await client.query<{ at: Date }>('select now() as at'); // prettier-ignore
  const migrations = await migrationsOf(client);
  yield line({ verifyBackUp: 1, takenAt: now?.at.toISOString() ?? '', migrations });
  let total = 0;
  for (const table of withoutDerived(await tablesInOrder(client))) {
    await client.query(`declare backed_up no scroll cursor for select to_jsonb(t)::text as row from "${table}" t`);
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batch} from backed_up`);
      if (rows.length === 0) break;
      total += rows.length;
      // Never parsed here: a number keeps all of its digits.
      yield `{"table":${JSON.stringify(table)},"rows":[${rows.map(({ row }) => row).join(',')}]}\n`;
    }
    await client.query('close backed_up');
  }
  await client.query('commit');
  yield line({ end: true, rows: total });
}

export class RestoreRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'RestoreRefused';
  }
}

/**
 * Restores a backup into a database with the same migrations, all or nothing: an empty one, or one whose rows may be deleted (`replace`).
 * Nobody keeps a session, a link or an invitation of the backup (`end-access.ts`). Returns the number of rows, and of withdrawn tokens,
 * operators and endpoints that the backup brought back.
 * @throws RestoreRefused, OthersAtWork
 */
export async function restore(
  client: pg.Client,
  lines: AsyncIterable<string>,
  { replace, rootKey }: { replace: boolean; rootKey: Pick<RootKey, 'unwrap'> },
): Promise<{ rows: number; withdrawnAgain: number }> {
  await client.query('begin');
  try {
    await requireNobodyElse(client);
    const tables = await tablesInOrder(client);
    // A process that starts meanwhile never sees half of it.
    await client.query(`lock table ${tables.map(quoted).join(', ')} in access exclusive mode`);
    const withdrawn = replace ? await readWithdrawn(client) : nothingWithdrawn;
    if (replace) await client.query(`truncate ${tables.map(quoted).join(', ')} restart identity cascade`);
    const rows = await load(client, lines, withoutDerived(tables));
    const withdrawnAgain = await endAccess(client, withdrawn);
    await client.query(`truncate ${derivedTables.map(quoted).join(', ')}`);
    await requireRootKey(client, rootKey);
    await continueSequences(client);
    await client.query('commit');
    return { rows, withdrawnAgain };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** A backup whose keys do not open must not replace existing data. @throws RestoreRefused */
async function requireRootKey(client: pg.Client, rootKey: Pick<RootKey, 'unwrap'>): Promise<void> {
  const { rows } = await client.query<{ id: string; key: Buffer }>('select id, wrapped_key as key from clients');
  for (const { id, key } of rows) {
    await rootKey.unwrap(key, clientKeyContext(id)).catch((error: unknown) => {
      if (!(error instanceof SealBroken)) throw error;
      throw new RestoreRefused(
        'The root key does not open this backup: set the ROOT_KEY of the time when it was made.',
      );
    });
  }
}

/** The contents of a backup, without a database. @throws RestoreRefused */
export async function readBackUp(
  lines: AsyncIterable<string>,
): Promise<{ takenAt: string; rows: number; objectKeys: Set<string> }> {
  const objectKeys = new Set<string>();
  let takenAt: string | null = null;
  let rows: number | null = null;
  for await (const text of lines) {
    if (text === '') continue;
    if (takenAt === null) {
      const head = backUpHeadSchema.safeParse(parsed(text));
      if (!head.success) throw new RestoreRefused('This is no backup of this service.');
      takenAt = head.data.takenAt;
    } else if (text.startsWith('{"end"')) {
      rows = endSchema.parse(JSON.parse(text)).rows;
    } else if (text.startsWith('{"table":"media"')) {
      for (const row of mediaRowsSchema.parse(JSON.parse(text)).rows) objectKeys.add(row.object_key);
    }
  }
  if (takenAt === null || rows === null) throw new RestoreRefused(notWhole);
  return { takenAt, rows, objectKeys };
}

async function load(client: pg.Client, lines: AsyncIterable<string>, tables: readonly string[]): Promise<number> {
  let headSeen = false;
  let total = 0;
  let promised: number | null = null;
  for await (const text of lines) {
    if (text === '') continue;
    if (!headSeen) {
      await requireFitting(client, text, tables);
      headSeen = true;
      continue;
    }
    const end = text.startsWith('{"end"') ? endSchema.parse(JSON.parse(text)) : null;
    if (end !== null) {
      promised = end.rows;
      continue;
    }
    total += await insertRows(client, text, tables);
  }
  if (promised !== total) throw new RestoreRefused(notWhole);
  return total;
}

/** The rows' text goes to Postgres unchanged; only the name of their table is parsed here. */
async function insertRows(client: pg.Client, text: string, tables: readonly string[]): Promise<number> {
  const { table } = rowsSchema.pick({ table: true }).parse({ table: /^\{"table":"([a-z_]+)"/.exec(text)?.[1] });
  if (!tables.includes(table)) throw new RestoreRefused(`The database has no table ${table}.`);
  const { rowCount } = await client.query({
    text: `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1::jsonb -> 'rows')`,
    values: [text],
  });
  return rowCount ?? 0;
}

async function requireFitting(client: pg.Client, text: string, tables: readonly string[]): Promise<void> {
  const head = backUpHeadSchema.safeParse(parsed(text));
  if (!head.success) throw new RestoreRefused('This is no backup of this service.');
  const own = await migrationsOf(client);
  if (JSON.stringify(own) !== JSON.stringify(head.data.migrations))
    throw new RestoreRefused('The backup is of another version: restore it with that one, then upgrade.');
  for (const table of tables) {
    const { rowCount } = await client.query(`select 1 from "${table}" limit 1`);
    if (rowCount !== 0) throw new RestoreRefused('The database is not empty: --replace lets what is in it go.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const line = (value: object) => `${JSON.stringify(value)}\n`;
const quoted = (table: string) => `"${table}"`;
const withoutDerived = (tables: readonly string[]) => tables.filter((table) => !derivedTables.includes(table));

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations where finished_at is not null order by migration_name`,
  );
  return rows.map(({ name }) => name);
}

/** Every table of the service, each after those that it refers to. Rows of partitions belong to their parent, which sorts them in again. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; parents: string[] }>(
    `select c.relname as table,
            array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                   where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and not p.relispartition) as parents
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like '\\_prisma%' order by 1`,
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const ready = rows.filter(
      ({ table, parents }) => !ordered.includes(table) && parents.every((parent) => ordered.includes(parent)),
    );
    if (ready.length === 0) throw new Error('tables refer to each other in a circle');
    ordered.push(...ready.map(({ table }) => table));
  }
  return ordered;
}

/** Sequences continue after the largest restored number. */
async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column,
            pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
       from information_schema.columns
      where table_schema = current_schema() and column_default like 'nextval(%'`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval('${sequence}', coalesce((select max("${column}") from "${table}"), 0) + 1, false)`,
    );
  }
}
