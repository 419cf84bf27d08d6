import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { connectPatientRedis, connectRedis } from '../../src/adapters/redis/redis-connection.ts';
import { eventually } from '../support/eventually.ts';
import { testRedis } from '../support/servers/redis.ts';
import { startSentinel } from '../support/servers/sentinel.ts';

test.each([
  ['quick', connectRedis],
  ['patient', connectPatientRedis],
])('a %s connection comes back if the message about a failover arrives while it reconnects', async (_name, connect) => {
  const { url } = testRedis();
  const server = new URL(url);
  const sentinel = await startSentinel({ host: server.hostname, port: Number(server.port || 6379) });
  const nodes = [{ host: '127.0.0.1', port: sentinel.port }];
  const redis = connect({ url, sentinel: { nodes, primary: 'somebody', password: null } });
  // Another connection takes the first one away, as a primary that dies does.
  const killer = new Redis(url);
  const isReady = () => redis.status === 'ready';
  try {
    await eventually(isReady, { what: 'the connection' });
    const id = Number(await redis.call('CLIENT', 'ID'));
    await eventually(() => sentinel.subscribers() > 0, { what: 'the failover detector' });
    const announced = new Promise<void>((resolve) => {
      sentinel.beforeNextAnswer(async () => {
        sentinel.announceFailover();
        await setTimeout(50);
        resolve();
      });
    });
    await killer.call('CLIENT', 'KILL', 'ID', String(id));
    await announced;
    await eventually(isReady, { what: 'the next connection' });
    expect(await redis.ping()).toBe('PONG');
  } finally {
    redis.disconnect();
    killer.disconnect();
    await sentinel.close();
  }
});
