import pg from 'pg';

/** Append-only tables: even a caller with the application's password cannot change or delete their rows. */
const appendOnly = ['audit_entries', 'audit_checkpoints'];
/** Written only by migrations. */
const readOnly = ['_prisma_migrations'];

/**
 * Creates the application's role if it is missing, and allows it to read and write rows and nothing else: it owns no table, so it can
 * neither drop one nor disable a trigger. Run as the owner of the tables, after every migration. Both URLs name the same database.
 */
export async function grantAppRole({ ownerUrl, appUrl }: { ownerUrl: string; appUrl: string }): Promise<void> {
  const { username, password, pathname } = new URL(appUrl);
  const role = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1));
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'verify migrate' });
  await client.connect();
  try {
    const name = pg.escapeIdentifier(role);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    const secret = pg.escapeLiteral(decodeURIComponent(password));
    await client.query(
      rowCount === 0 ? `create role ${name} login password ${secret}` : `alter role ${name} login password ${secret}`,
    );
    const only = (tables: readonly string[], ...rights: readonly string[]) =>
      tables.map((table) => `revoke ${rights.join(', ')} on ${pg.escapeIdentifier(table)} from ${name}`);
    const statements = [
      `revoke create on schema public from public`,
      `grant connect on database ${pg.escapeIdentifier(database)} to ${name}`,
      `grant usage on schema public to ${name}`,
      `grant select, insert, update, delete on all tables in schema public to ${name}`,
      `grant usage, select on all sequences in schema public to ${name}`,
      `grant execute on function make_partition(text), drop_partition(text) to ${name}`,
      ...only(appendOnly, 'update', 'delete'),
      ...only(readOnly, 'insert', 'update', 'delete'),
    ];
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
