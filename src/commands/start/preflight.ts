import { statSync } from 'node:fs';
import pg from 'pg';
import { openObjectStore } from '../../adapters/objects/open-object-store.ts';
import { askRedisOnce } from '../../adapters/redis/redis-connection.ts';
import { readIssuers } from '../../adapters/signatures/read-issuers.ts';
import type { Config } from '../../config.ts';
import { describeFault } from '../../domain/faults/describe-fault.ts';
import { tryListening } from '../../embedded/free-port.ts';
import { workerGroups } from '../../embedded/worker-groups.ts';
import type { EmbeddedSettings } from '../../embedded-settings.ts';
import { ConfigInvalid } from '../../environment.ts';
import { listenFaultOf, withSetting, type Listener } from '../../start-process.ts';
import { databaseFaultOf, mediaFaultOf, redisFaultOf } from '../explain/part-faults.ts';

/** A part that does not answer in this time counts as unreachable: a person waits for it. */
const answersWithinMs = 5_000;

interface Fault {
  name: string;
  fault: string;
}

/**
 * Tries what the settings name before anything is started: ports, files, and the servers that are not ours. Otherwise the same faults would
 * show minutes later, in the logs of restarting processes.
 * @throws ConfigInvalid with every fault
 */
export async function preflight({ given, missing }: Pick<EmbeddedSettings, 'given' | 'missing'>): Promise<void> {
  await tryPorts(given);
  const named = (part: (typeof missing)[number]) => !missing.includes(part);
  const faults = await Promise.all([
    named('DATABASE_URL') ? tryDatabase(given.database) : null,
    named('REDIS_URL') ? tryRedis(given.redis) : null,
    named('MEDIA_DIR') ? tryMedia(given.media) : null,
    tryFiles(given),
  ]);
  const found = faults.flatMap((fault) => fault ?? []);
  if (found.length > 0) throw new ConfigInvalid(found);
}

/** The first port of the workers' metrics is a setting; each worker takes the next one. */
async function tryPorts({ http: { host, port }, metrics }: Pick<Config, 'http' | 'metrics'>): Promise<void> {
  await tryPort({ host, port, portSetting: 'PORT' });
  const first = metrics.port;
  if (first === null || first === 0) return;
  const workers = Object.keys(workerGroups).length;
  if (port >= first && port < first + workers) {
    const fault = `the workers use the ports ${first} to ${first + workers - 1}, and PORT is one of them; choose another one`;
    throw new ConfigInvalid([{ name: 'METRICS_PORT', fault }]);
  }
  for (let next = first; next < first + workers; next++)
    await tryPort({ host, port: next, portSetting: 'METRICS_PORT' });
}

/** A program that listens on another address would still be reached by some callers, so the port must be free on every address. */
async function tryPort(listener: Listener): Promise<void> {
  const { host, port } = listener;
  await tryListening(port, host)
    .then(() => tryListening(port))
    .catch((error: unknown) => {
      throw listenFaultOf(error, listener) ?? error;
    });
}

async function tryDatabase({ url, ownerUrl, directUrl }: Config['database']): Promise<Fault | null> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: answersWithinMs,
    application_name: 'verify start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    // The migration creates a database that does not exist yet.
    if (error instanceof Error && 'code' in error && error.code === '3D000') return null;
    const name =
      ownerUrl === url ? 'DATABASE_URL' : ownerUrl === directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_OWNER_URL';
    return { name, fault: databaseFaultOf(error, ownerUrl) ?? describeFault(error) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** In a cluster, the node in the URL answers. */
async function tryRedis({ url, sentinel }: Config['redis']): Promise<Fault | null> {
  try {
    await askRedisOnce({ url, sentinel }, (redis) => redis.ping(), answersWithinMs);
    return null;
  } catch (error) {
    return redisFaultOf(error, { url, sentinel });
  }
}

async function tryMedia(media: Config['media']): Promise<Fault | null> {
  const store = openObjectStore(media);
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('late'), { code: 'ETIMEDOUT' });
    setTimeout(() => reject(error), answersWithinMs).unref();
  });
  try {
    await Promise.race([store.prepare().then(() => store.probe()), late]);
    return null;
  } catch (error) {
    return mediaFaultOf(error, media);
  }
}

/** Files that a process reads at its start. */
async function tryFiles({ documentIssuers, models }: Pick<Config, 'documentIssuers' | 'models'>): Promise<Fault[]> {
  const found: Fault[] = [];
  const look = (name: string, read: () => void) =>
    withSetting(name, read).catch((error: unknown) => {
      if (!(error instanceof ConfigInvalid)) throw error;
      found.push(...error.faults);
    });
  const { dir } = models;
  if (documentIssuers !== null) await look('DOCUMENT_ISSUERS', () => void readIssuers(documentIssuers));
  if (dir !== null) {
    await look('MODELS_DIR', () => {
      requireFolder(dir);
    });
  }
  return found;
}

function requireFolder(dir: string): void {
  if (!statSync(dir).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR', path: dir });
}
