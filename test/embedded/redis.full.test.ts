import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, expect, it } from 'vitest';
import { isAlive } from '../../src/embedded/process-identity.ts';
import { startRedis, type RunningRedis } from '../../src/embedded/redis.ts';
import { makeFolder, startElsewhere, untilGone } from './support.ts';

const folder = makeFolder();
const dir = join(folder.path, 'redis');
let server: RunningRedis | undefined;

async function start(durable = true): Promise<RunningRedis> {
  server = await startRedis({ dir, durable });
  return server;
}

async function withClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { retryStrategy: () => null, lazyConnect: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

afterEach(async () => {
  await server?.stop();
});

afterAll(folder.remove);

it('never evicts and listens on 127.0.0.1 only', async () => {
  const { url } = await start();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const settings = await withClient(url, (client) =>
    client.config('GET', 'maxmemory-policy', 'bind', 'protected-mode'),
  );
  expect(settings).toEqual(expect.arrayContaining(['noeviction', '127.0.0.1', 'yes']));
});

it('keeps its keys across a stop and a start if it is durable', async () => {
  const first = await start();
  await withClient(first.url, (client) => client.set('kept', '7'));
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await withClient(second.url, (client) => client.get('kept'))).toBe('7');
});

it('keeps its keys when it is killed', async () => {
  const first = await start();
  await withClient(first.url, (client) => client.set('survivor', '8'));
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  const second = await start();
  expect(await withClient(second.url, (client) => client.get('survivor'))).toBe('8');
});

it('refuses a caller without the password', async () => {
  const { url } = await start();
  const open = new URL(url);
  open.password = '';
  await expect(withClient(open.href, (client) => client.get('kept'))).rejects.toThrow();
  expect(statSync(join(dir, 'password')).mode & 0o777).toBe(0o600);
});

it('ends when the process that started it is killed', async () => {
  const { starter, serverPid } = await startElsewhere('redis', dir);
  starter.kill('SIGKILL');
  await untilGone(serverPid);
});

it('stops a server that an earlier run left behind', async () => {
  const { starter, serverPid } = await startElsewhere('redis', dir);
  // Stopped, not killed: its server has no reason to end.
  starter.kill('SIGSTOP');
  try {
    const { url } = await start();
    // The stopped parent never reaps its child: a zombie counts as ended.
    expect(isAlive(serverPid)).toBe(false);
    expect(await withClient(url, (client) => client.ping())).toBe('PONG');
  } finally {
    starter.kill('SIGKILL');
  }
});

it('repeats what Redis says if it cannot start', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  mkdirSync(join(folder.path, 'second'));
  await expect(startRedis({ dir: join(folder.path, 'second'), port, durable: false })).rejects.toThrow(
    /did not start[^]*Address already in use/,
  );
  expect(readdirSync(join(folder.path, 'second'))).not.toContain('running.json');
});
