import type pg from 'pg';
import { applyMigrations, type Migration } from '../../src/db/migrations/apply-migrations.ts';

/** Locks that let every read and write of a table continue. */
const lightLocks = ['AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock'];
/** Enough rows that Postgres has a reason not to read a whole table. */
const rowsPerTable = 1_000;

interface TableState {
  /** Of a partitioned table: those of its partitions. */
  files: string[];
  /** The tables that hold its rows, by number. */
  parts: string[];
  columns: Map<string, { type: string; required: boolean; hasDefault: boolean }>;
  /** What it refuses, with the columns that this is about. */
  rules: Map<string, string[]>;
}

/**
 * Applies migrations to filled tables and answers, from what Postgres itself did (locks, rewritten files, rows read, its catalogue), what
 * each statement would do to traffic and to the version before, as `MIGRATION: what`. Nothing is judged by its words.
 */
export async function judgeMigrations(
  sql: pg.Pool,
  url: string,
  migrations: readonly Migration[],
): Promise<{ migration: string; found: string }[]> {
  const found: { migration: string; found: string }[] = [];
  let before = await readTables(sql);
  for (const migration of migrations) {
    await fillTables(sql, [...before.keys()]);
    const note = (text: string) => void found.push({ migration: migration.name, found: text });
    await applyMigrations({
      url,
      migrations: [migration],
      async watch(client, { concurrently }) {
        // Its locks are light by Postgres's own design, and are gone by now.
        if (concurrently) return;
        const files = await readFiles(client);
        const locked = await tablesOthersWaitFor(client);
        const work = await workOnTables(
          client,
          [...before.values()].flatMap(({ parts }) => parts),
        );
        for (const [table, state] of before) {
          const { passes, changed } = work.get(table) ?? { passes: 0, changed: 0 };
          if (changed > 0) note(`changes rows of ${table}`);
          if (!locked.has(table)) continue;
          if (files.has(table) && !state.files.every((file) => files.get(table)?.files.includes(file)))
            note(`rewrites ${table} while others wait`);
          else if (passes > 0) note(`reads all of ${table} while others wait`);
        }
        // Otherwise the next transaction's statistics would include this one's work.
        await client.query('select pg_stat_force_next_flush()');
      },
    });
    const after = await readTables(sql);
    for (const text of narrowed(before, after)) note(text);
    before = after;
  }
  return found;
}

/** What the version before could read or write and no longer can. */
function narrowed(before: Map<string, TableState>, after: Map<string, TableState>): string[] {
  return [...before].flatMap(([table, was]) => {
    const is = after.get(table);
    if (is === undefined) return [`takes the table ${table} away`];
    const gone = [...was.columns].flatMap(([name, column]) => {
      const now = is.columns.get(name);
      if (now === undefined) return [`takes ${table}.${name} away`];
      if (now.type !== column.type) return [`changes the type of ${table}.${name}`];
      return now.required && !column.required ? [`requires ${table}.${name}`] : [];
    });
    const added = [...is.columns].flatMap(([name, { required, hasDefault }]) =>
      !was.columns.has(name) && required && !hasDefault ? [`requires the new ${table}.${name}`] : [],
    );
    const stricter = [...is.rules].flatMap(([rule, columns]) =>
      !was.rules.has(rule) && columns.some((column) => was.columns.has(column)) ? [`restricts ${table}: ${rule}`] : [],
    );
    return [...gone, ...added, ...stricter];
  });
}

/** Each table with the tables that hold its rows: itself, or its partitions. */
const tablesWithParts = `
  select c.oid, c.relname as name, part.relid as part
    from pg_class c cross join lateral (
           select c.oid as relid where c.relkind = 'r'
           union all select relid from pg_partition_tree(c.oid) where c.relkind = 'p' and isleaf) part
   where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     and c.relname <> '_prisma_migrations'`;

async function readFiles(sql: pg.Pool | pg.Client): Promise<Map<string, Pick<TableState, 'files' | 'parts'>>> {
  const { rows } = await sql.query<{ name: string; files: string[]; parts: string[] }>(
    `select t.name, array_agg(c.relfilenode::text) as files, array_agg(t.part::text) as parts
       from (${tablesWithParts}) t join pg_class c on c.oid = t.part group by t.name`,
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

async function readTables(sql: pg.Pool): Promise<Map<string, TableState>> {
  const { rows: columns } = await sql.query<{
    table: string;
    name: string;
    type: string;
    required: boolean;
    hasDefault: boolean;
  }>(
    `select attrelid::regclass::text as table, attname as name, format_type(atttypid, atttypmod) as type,
            attnotnull as required, atthasdef as "hasDefault"
       from pg_attribute where attrelid in (select oid from pg_class
                           where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)
        and attnum > 0 and not attisdropped`,
  );
  // Unique indexes and checks of columns that were there already refuse rows that the version before writes.
  const { rows: rules } = await sql.query<{ table: string; rule: string; columns: string[] }>(
    `select r.relation::regclass::text as table, r.rule,
            array(select attname::text from pg_attribute where attrelid = r.relation and attnum = any(r.keys)) as columns
       from (select indrelid as relation, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as rule, indkey::int2[] as keys from pg_index where indisunique
             union all
             select conrelid, replace(pg_get_constraintdef(oid), ' NOT VALID', ''), conkey from pg_constraint
              where contype in ('c', 'f') and conrelid <> 0 and conparentid = 0) r`,
  );
  return new Map(
    [...(await readFiles(sql))].map(([table, held]) => [
      table,
      {
        ...held,
        columns: new Map(columns.filter((column) => column.table === table).map((column) => [column.name, column])),
        rules: new Map(rules.filter((one) => one.table === table).map(({ rule, columns }) => [rule, columns])),
      },
    ]),
  );
}

/** Those on which this transaction holds a lock that reads or writes wait for. */
async function tablesOthersWaitFor(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string }>(
    `select t.name as table from pg_locks l join (${tablesWithParts}) t on l.relation in (t.oid, t.part)
      where l.pid = pg_backend_pid() and l.granted and l.mode <> all($1)`,
    [lightLocks],
  );
  return new Set(rows.map(({ table }) => table));
}

/** What this transaction has done to each table: whole passes over it (a new partition is empty), and rows that it holds until it ends. */
async function workOnTables(
  client: pg.Client,
  before: readonly string[],
): Promise<Map<string, { passes: number; changed: number }>> {
  const { rows } = await client.query<{ table: string; passes: number; changed: number }>(
    `select t.name as table, sum(s.seq_scan)::int as passes, sum(s.n_tup_upd + s.n_tup_del)::int as changed
       from pg_stat_xact_user_tables s join (${tablesWithParts}) t on t.part = s.relid
      where s.relid::text = any($1) group by t.name`,
    [before],
  );
  return new Map(rows.map(({ table, passes, changed }) => [table, { passes, changed }]));
}

/** Fills the empty tables with rows of any value that their columns accept; foreign keys are not checked. */
async function fillTables(sql: pg.Pool, tables: readonly string[]): Promise<void> {
  // One question for all of them: most migrations leave every table filled.
  const isEmpty = tables.map((table) => `select '${table}' as table where not exists (select 1 from "${table}")`);
  if (isEmpty.length === 0) return;
  const empty = (await sql.query<{ table: string }>(isEmpty.join(' union all '))).rows.map(({ table }) => table);
  if (empty.length === 0) return;
  const client = await sql.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    const { rows } = await client.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = any($1) and is_nullable = 'NO'`,
      [empty],
    );
    for (const table of new Set(rows.map((row) => row.table))) {
      const own = rows.filter((row) => row.table === table);
      const names = own.map(({ column }) => `"${column}"`).join(', ');
      const values = own.map(({ type }) => valueOf(type)).join(', ');
      await client.query(
        `insert into "${table}" (${names}) select ${values} from generate_series(1, ${rowsPerTable}) as n
          on conflict do nothing`,
      );
      await client.query(`analyze "${table}"`);
    }
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

function valueOf(type: string): string {
  if (type === 'ARRAY') return `array[]::text[]`;
  if (type === 'bytea') return `decode(lpad(to_hex(n), 16, '0'), 'hex')`;
  if (type === 'boolean') return 'false';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'jsonb') return `'{}'::jsonb`;
  if (type === 'date' || type.startsWith('timestamp')) return 'now()';
  if (['integer', 'bigint', 'smallint', 'double precision', 'numeric'].includes(type)) return 'n';
  return `n::text`;
}
