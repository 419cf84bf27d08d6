import type pg from 'pg';

export interface ScannedRow {
  table: string;
  /** The whole row as text, byte columns in hexadecimal. */
  text: string;
  /** Byte columns that are not empty. */
  bytes: Record<string, Buffer>;
}

/** Every row of every table of ours: what a dump of the database would hold. */
export async function scanTables(sql: pg.Pool): Promise<ScannedRow[]> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '\\_prisma%'
        and not exists (select from pg_class where oid = table_name::regclass and relispartition)`,
  );
  const scanned: ScannedRow[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ text: string; row: Record<string, unknown> }>(
      `select t::text as text from "${name}" t`,
    );
    const { rows: values } = await sql.query<Record<string, unknown>>(`select * from "${name}"`);
    rows.forEach(({ text }, index) => {
      const held = Object.entries(values[index] ?? {}).filter(
        (entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1]) && entry[1].length > 0,
      );
      scanned.push({ table: name, text, bytes: Object.fromEntries(held) });
    });
  }
  return scanned;
}
