import { Redis } from 'ioredis';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/servers/database.ts';
import { testRedis } from '../support/servers/redis.ts';

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('gives every caller its own migrated database', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await withClient(first.url, (client) => client.query('create table mine (value int)'));
    const seen = await withClient(second.url, (client) => client.query("select to_regclass('mine') as found"));
    expect(seen.rows).toEqual([{ found: null }]);
    const migrated = await withClient(second.url, (client) => client.query('select from _prisma_migrations'));
    expect(migrated.rowCount).toBeGreaterThan(0);
  } finally {
    await Promise.all([first.drop(), second.drop()]);
  }
});

it('drops a database that still has connections', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(client.query('select 1')).rejects.toThrow();
});

it('gives every caller its own prefix in one Redis', async () => {
  const [first, second] = [testRedis(), testRedis()];
  expect(first.prefix).not.toBe(second.prefix);
  const client = new Redis(first.url);
  expect(await client.ping()).toBe('PONG');
  client.disconnect();
});
