import pg from 'pg';

/** Parameters that Prisma puts into addresses and that `pg` would hand to the server, which refuses them. */
const prismaParameters = ['schema', 'connection_limit', 'pool_timeout', 'pgbouncer', 'connect_timeout'];

export function withoutPrismaParameters(url) {
  const cleaned = new URL(url);
  for (const name of prismaParameters) cleaned.searchParams.delete(name);
  return cleaned.href;
}

export function databaseName(url) {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';
}

/** Opens a connection and closes it; rejects with what `pg` says. */
export async function tryToConnect(url) {
  return withConnection(url, async () => ({}));
}

export async function databaseVersion(url) {
  return withConnection(url, async (client) => {
    const { rows } = await client.query('select version()');
    return rows[0].version;
  });
}

/** Creates the database that the address names, through the one that always exists. */
export async function createDatabase(url) {
  const name = databaseName(url);
  const admin = new URL(url);
  admin.pathname = '/postgres';
  return withConnection(admin.href, async (client) => {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    return { databaseName: name };
  });
}

async function withConnection(url, work) {
  const client = new pg.Client({ connectionString: withoutPrismaParameters(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
