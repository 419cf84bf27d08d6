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

/** The socket below a connection, or a sentinel's. */
const streamOf = (redis: unknown) => (redis as { stream: { emit(event: 'error', error: Error): boolean } }).stream;

/** What TLS does when a server refuses a connection and then resets it. Throws if nobody listens, as it would end the process. */
function failTwice(redis: unknown): void {
  const stream = streamOf(redis);
  for (const text of ['alert', 'reset']) stream.emit('error', new Error(text));
}

test('a second error of a connection to Redis, its primary or a sentinel ends no process', async () => {
  const { url } = testRedis();
  const server = new URL(url);
  const sentinel = await startSentinel({ host: server.hostname, port: Number(server.port || 6379) });
  const nodes = [{ host: '127.0.0.1', port: sentinel.port }];
  const single = connectRedis({ url });
  const primary = connectRedis({ url, sentinel: { nodes, primary: 'somebody', password: null } });
  try {
    await eventually(() => single.status === 'ready' && primary.status === 'ready', { what: 'the connections' });
    const connector = Reflect.get(primary, 'connector') as { connectToSentinel(node: object): Redis };
    const ofSentinel = connector.connectToSentinel(nodes[0] ?? {});
    ofSentinel.on('error', () => undefined);
    await eventually(() => ofSentinel.status === 'ready', { what: 'the connection to the sentinel' });
    for (const redis of [single, primary, ofSentinel]) expect(() => failTwice(redis)).not.toThrow();
    ofSentinel.disconnect();
  } finally {
    single.disconnect();
    primary.disconnect();
    await sentinel.close();
  }
});
