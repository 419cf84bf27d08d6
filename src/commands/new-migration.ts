/**
 * `npm run migrate:new -- <name>`: writes the SQL between the migrations and prisma/schema.prisma into a new migration. It applies the
 * migrations in a Postgres that it starts for that purpose, and touches no existing database.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigrations } from '../db/migrations/apply-migrations.ts';
import { besideTraffic } from '../db/migrations/beside-traffic.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { runPrisma } from '../embedded/prisma-cli.ts';
import { readArguments } from './read-arguments.ts';

const usage = `npm run migrate:new -- NAME: writes the SQL from the migrations to prisma/schema.prisma as a new migration.
NAME consists of small letters, digits and _, such as add_colour.`;
const [name] = readArguments({ usage, takes: { words: 1 } }).words;
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(usage);
  process.exit(1);
}
const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'verify-migration-'));
// Postgres may run as another user than this process (never as root) and must be able to enter.
chmodSync(scratch, 0o755);
try {
  const postgres = await startPostgres({ dataDir: join(scratch, 'postgres'), durable: false });
  await applyMigrations({ url: postgres.url });
  const ends = ['--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--script'];
  const sql = await runPrisma(['migrate', 'diff', ...ends], { DATABASE_URL: postgres.url });
  await postgres.stop();
  const statements = sql.slice(Math.max(0, sql.indexOf('-- '))).trim();
  if (statements === '' || statements.startsWith('-- This is an empty migration')) {
    console.log('The migrations already make what prisma/schema.prisma says: nothing to do.');
  } else {
    const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const folder = join(migrations, `${stamp}_${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'migration.sql'), besideTraffic(statements));
    console.log(`Wrote ${join(folder, 'migration.sql')}: read it before you commit it.`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
