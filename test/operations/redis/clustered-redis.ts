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

const nodeCount = 3;
const slots = 16_384;
const prefix = 'clustered';

export interface ClusteredRedis {
  /** The settings of a process of the service. */
  env: Record<string, string>;
  /** What every key begins with. */
  tag: string;
  /** The keys of each node. */
  keys(): Promise<string[][]>;
  /** The number of the node that holds the service's keys; `REDIS_URL` names another one. */
  holder: number;
  stop(): Promise<void>;
}

/**
 * Three nodes with a password and a third of the slots each. `tls`: they speak nothing but TLS, with certificates of an authority that only the
 * file in `NODE_EXTRA_CA_CERTS` names.
 */
export async function startClusteredRedis({ tls = false }: { tls?: boolean } = {}): Promise<ClusteredRedis> {
  const password = randomBytes(12).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'verify-redis-cluster-'));
  const certificates = tls ? makeCertificates(folder) : null;
  const children: ChildProcess[] = [];
  const nodes: { redis: Redis; port: number; first: number; last: number }[] = [];

  async function startNode(index: number): Promise<void> {
    const [port, bus] = [await findFreePort(), await findFreePort()];
    const dir = join(folder, String(index));
    mkdirSync(dir);
    const encrypted = certificates && ['port 0', `tls-port ${port}`, 'tls-cluster yes', ...certificates.settings];
    const lines = [
      ...['bind 127.0.0.1', ...(encrypted ?? [`port ${port}`]), `dir ${dir}`],
      ...['cluster-enabled yes', `cluster-port ${bus}`],
      ...[`requirepass ${password}`, `masterauth ${password}`, 'maxmemory-policy noeviction', 'save ""'],
    ];
    const file = join(dir, 'redis.conf');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const binary = await findRedisBinary(new URL('../../../.cache', import.meta.url).pathname, () => undefined);
    children.push(spawn(binary.path, [file], { env: binary.environment ?? process.env, stdio: 'ignore' }));
    const redis = new Redis({
      ...{ host: '127.0.0.1', port, password, maxRetriesPerRequest: 100 },
      ...(certificates && { tls: { ca: certificates.authority } }),
    });
    redis.on('error', () => undefined);
    const first = Math.floor((slots * index) / nodeCount);
    const last = Math.floor((slots * (index + 1)) / nodeCount) - 1;
    await redis.cluster('ADDSLOTS', ...Array.from({ length: last - first + 1 }, (_, at) => first + at));
    await nodes[0]?.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
    nodes.push({ redis, port, first, last });
  }

  for (let index = 0; index < nodeCount; index += 1) await startNode(index);
  const isReady = async () => {
    const told = await Promise.all(nodes.map(({ redis }) => redis.cluster('INFO')));
    return told.every((text) => text.includes('cluster_state:ok') && text.includes(`cluster_known_nodes:${nodeCount}`));
  };
  await eventually(isReady, { withinMs: 30_000, what: 'the cluster' });
  const tag = `{${prefix}}`;
  const slot = Number(await nodes[0]?.redis.cluster('KEYSLOT', `${tag}:workers`));
  const holder = nodes.findIndex(({ first, last }) => slot >= first && slot <= last);
  const named = nodes[(holder + 1) % nodeCount];

  return {
    env: {
      REDIS_URL: `${tls ? 'rediss' : 'redis'}://:${password}@127.0.0.1:${named?.port ?? 0}`,
      REDIS_CLUSTER: 'true',
      REDIS_PREFIX: prefix,
      ...(certificates && { NODE_EXTRA_CA_CERTS: certificates.authorityFile }),
    },
    tag,
    keys: () => Promise.all(nodes.map(({ redis }) => redis.keys('*'))),
    holder,
    async stop() {
      for (const { redis } of nodes) redis.disconnect();
      for (const child of children) await stopChild(child, endOf(child), ['SIGTERM', 'SIGKILL']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
