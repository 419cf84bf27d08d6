import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findFreePort } from '../../../src/embedded/free-port.ts';
import { findRedisBinary } from '../../../src/embedded/redis-binary.ts';
import { endOf, stopChild } from '../../../src/embedded/stop-child.ts';
import { eventually } from '../../support/eventually.ts';
import { makeCertificates } from './certificates.ts';

/** What the sentinels call the primary. */
const primaryName = 'verify-primary';
/** The name that the service puts before the address of a primary. It is no machine: sentinels name the real one. */
const nowhere = 'redis.invalid:6379';

export interface SentinelledRedis {
  /** The settings of a process of the service. */
  env: Record<string, string>;
  /** The port of the server that a sentinel calls the primary. */
  primaryPort(): Promise<number>;
  hasReplica(port: number): Promise<boolean>;
  processOf(port: number): ChildProcess;
  /** Starts every server again that has ended. */
  reviveEnded(): void;
  stop(): Promise<void>;
}

/**
 * One primary, one replica and three sentinels, all with passwords. `tls`: they speak nothing but TLS, with certificates of an authority
 * that only the file in `NODE_EXTRA_CA_CERTS` names.
 */
export async function startSentinelledRedis({ tls = false }: { tls?: boolean } = {}): Promise<SentinelledRedis> {
  const password = randomBytes(12).toString('hex');
  const sentinelPassword = randomBytes(12).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'verify-redis-sentinel-'));
  const children = new Map<number, ChildProcess>();
  const launches = new Map<number, () => void>();
  const certificates = tls ? makeCertificates(folder) : null;
  const encrypted = certificates?.settings ?? [];

  async function start(name: string, settings: readonly string[], mode: readonly string[] = []): Promise<number> {
    const port = await findFreePort();
    const dir = join(folder, name);
    mkdirSync(dir);
    const file = join(dir, 'redis.conf');
    const ports = tls ? ['port 0', `tls-port ${port}`, ...encrypted] : [`port ${port}`];
    const lines = ['bind 127.0.0.1', ...ports, `dir ${dir}`, `logfile ${join(dir, 'log')}`, ...settings];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const binary = await findRedisBinary(new URL('../../../.cache', import.meta.url).pathname, () => undefined);
    const env = binary.environment ?? process.env;
    const launch = () => void children.set(port, spawn(binary.path, [file, ...mode], { env, stdio: 'ignore' }));
    launch();
    launches.set(port, launch);
    return port;
  }

  async function ask<T>(port: number, secret: string, question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis({
      ...{ host: '127.0.0.1', port, password: secret, maxRetriesPerRequest: 100 },
      ...(certificates && { tls: { ca: certificates.authority } }),
    });
    redis.on('error', () => undefined);
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  const secrets = [`requirepass ${password}`, `masterauth ${password}`, 'maxmemory-policy noeviction', 'save ""'];
  const first = await start('first', secrets);
  await start('second', [...secrets, `replicaof 127.0.0.1 ${first}`]);
  const sentinels: number[] = [];
  for (const name of ['one', 'two', 'three']) {
    const watches = [
      `requirepass ${sentinelPassword}`,
      `sentinel sentinel-pass ${sentinelPassword}`,
      `sentinel monitor ${primaryName} 127.0.0.1 ${first} 2`,
      `sentinel auth-pass ${primaryName} ${password}`,
      `sentinel down-after-milliseconds ${primaryName} 2000`,
      `sentinel failover-timeout ${primaryName} 10000`,
    ];
    sentinels.push(await start(name, watches, ['--sentinel']));
  }
  const askSentinel = <T>(port: number, question: (redis: Redis) => Promise<T>) =>
    ask(port, sentinelPassword, question);
  const knowsAll = async () => {
    const told = await Promise.all(
      sentinels.map((port) =>
        askSentinel(port, async (redis) => String(await redis.call('SENTINEL', 'CKQUORUM', primaryName))),
      ),
    );
    return told.every((text) => text.startsWith('OK 3'));
  };
  await eventually(() => knowsAll().catch(() => false), { withinMs: 60_000, what: 'the sentinels' });

  return {
    env: {
      REDIS_URL: `${tls ? 'rediss' : 'redis'}://:${password}@${nowhere}`,
      REDIS_SENTINELS: sentinels.map((port) => `127.0.0.1:${port}`).join(', '),
      REDIS_SENTINEL_NAME: primaryName,
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
      ...(certificates && { NODE_EXTRA_CA_CERTS: certificates.authorityFile }),
    },
    async primaryPort() {
      const [, port] = await askSentinel(sentinels[0] ?? 0, async (redis) => {
        return (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primaryName)) as [string, string];
      });
      return Number(port);
    },
    hasReplica: (port) =>
      ask(port, password, async (redis) => (await redis.info('replication')).includes('state=online')),
    processOf(port) {
      const child = children.get(port);
      if (child === undefined) throw new Error('the primary is none of ours');
      return child;
    },
    reviveEnded() {
      for (const [port, child] of children) if (child.signalCode !== null) launches.get(port)?.();
    },
    async stop() {
      // A server that was stopped by a signal ends once it continues.
      for (const child of children.values()) {
        child.kill('SIGCONT');
        await stopChild(child, endOf(child), ['SIGTERM', 'SIGKILL']);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
