import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  /** Ends connections that are still open, too. */
  drop(): Promise<void>;
}

/** A migrated, empty database for one test file: a copy of the template, made in some ten milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'));
  const admin = new URL('/postgres', template).href;
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files beats copying through the log, since nothing is flushed to a disk here.
  await run(admin, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  return {
    url: new URL(`/${name}`, template).href,
    drop: () => run(admin, `drop database ${name} with (force)`),
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
