import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { ChaosClient, People } from './people.ts';
import type { SeededRandom } from './random.ts';
import type { ChaosService, Part } from './service.ts';
import type { SignedReceiver } from './signed-receiver.ts';

export interface FaultScene {
  service: ChaosService;
  random: SeededRandom;
  receiver: SignedReceiver;
  people: People;
  ledger: Ledger;
  /** How many people a flood has. */
  crowd: number;
  /** This one handles floods and locks; the others must not notice. */
  loud: ChaosClient;
}

/** Breaks one part and repairs it. Returns what it did, in a few words. */
type Fault = (scene: FaultScene) => Promise<string>;

const floodMs = 30_000;

const seconds = (value: number) => `${Math.round(value)} s`;

async function kill({ random }: FaultScene, parts: Part[]): Promise<string> {
  const part = random.pick(parts as [Part, ...Part[]]);
  const signal = random.next() < 0.6 ? 'SIGKILL' : 'SIGTERM';
  const downMs = random.between(200, 5_000);
  await part.stop(signal);
  await pause(downMs);
  await part.start();
  return `${part.name}: ${signal}, back after ${seconds(downMs / 1000)}`;
}

/** Postgres works in child processes of the one that was started. */
function withChildren(pid: number): number[] {
  try {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  } catch {
    // It has none.
    return [pid];
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone since it was listed.
    }
  }
}

async function freeze(name: string, pid: number, forMs: number): Promise<string> {
  const pids = withChildren(pid);
  signalAll(pids, 'SIGSTOP');
  await pause(forMs);
  signalAll(pids, 'SIGCONT');
  return `${name} frozen for ${seconds(forMs / 1000)}`;
}

/** Two faults may come at once: the other one may already have stopped the part. */
function freezePart({ name, running }: Part, forMs: number): Promise<string> {
  return running === null ? Promise.resolve(`${name} was down already`) : freeze(name, running.pid, forMs);
}

const freezeMs = (random: SeededRandom) => random.between(5_000, 40_000);

/** By name, so that a scenario or a person can ask for one. */
export const faults = {
  'kill-api': (scene) => kill(scene, scene.service.apis),
  'kill-worker': (scene) => kill(scene, scene.service.workers),
  async 'kill-redis'({ service, random }) {
    const downMs = random.between(500, 15_000);
    process.kill(service.redis.current.pid, 'SIGKILL');
    await service.redis.current.ended;
    await pause(downMs);
    await service.redis.start();
    return `Redis killed, back after ${seconds(downMs / 1000)}`;
  },
  async 'kill-postgres'({ service, random }) {
    const downMs = random.between(500, 15_000);
    signalAll(withChildren(service.postgres.current.pid), 'SIGKILL');
    await service.postgres.current.ended;
    await pause(downMs);
    await service.postgres.start();
    return `Postgres killed, back after ${seconds(downMs / 1000)}`;
  },
  'freeze-api': ({ service, random }) => {
    const part = random.pick(service.apis as [Part, ...Part[]]);
    return freezePart(part, freezeMs(random));
  },
  'freeze-worker': ({ service, random }) => {
    const part = random.pick(service.workers as [Part, ...Part[]]);
    return freezePart(part, freezeMs(random));
  },
  'freeze-redis': ({ service, random }) => freeze('Redis', service.redis.current.pid, freezeMs(random)),
  'freeze-postgres': ({ service, random }) => freeze('Postgres', service.postgres.current.pid, freezeMs(random)),
  async flush({ service }) {
    const redis = service.directRedis();
    await redis.flushall();
    redis.disconnect();
    return 'Redis flushed';
  },
  async 'redis-full'({ service, random }) {
    const redis = service.directRedis();
    const forMs = random.between(5_000, 20_000);
    await redis.config('SET', 'maxmemory', '1');
    await pause(forMs);
    await redis.config('SET', 'maxmemory', '0');
    redis.disconnect();
    return `Redis full for ${seconds(forMs / 1000)}`;
  },
  async 'full-disk'({ service, random }) {
    if (!service.hasSmallDisk) return 'the disk could not be filled here: it takes a mount';
    const file = join(service.mediaDir, 'filler');
    const { bavail, bsize } = statfsSync(service.mediaDir);
    const forMs = random.between(5_000, 15_000);
    try {
      writeFileSync(file, Buffer.alloc(bavail * bsize));
    } catch {
      // Another process took the last block.
    }
    await pause(forMs);
    rmSync(file, { force: true });
    return `disk full for ${seconds(forMs / 1000)}`;
  },
  async 'slow-network'({ service, random }) {
    const [name, network] = random.pick(
      Object.entries(service.networks) as [[string, ChaosService['networks']['redis']]],
    );
    const delayMs = random.between(20, 400);
    const forMs = random.between(5_000, 20_000);
    network.slow(delayMs);
    await pause(forMs);
    network.heal();
    return `way to ${name} slower by ${Math.round(delayMs)} ms for ${seconds(forMs / 1000)}`;
  },
  async 'cut-network'({ service, random }) {
    const [name, network] = random.pick(
      Object.entries(service.networks) as [[string, ChaosService['networks']['redis']]],
    );
    const forMs = random.between(1_000, 20_000);
    network.cut();
    await pause(forMs);
    network.heal();
    return `way to ${name} cut for ${seconds(forMs / 1000)}`;
  },
  async 'dropping-network'({ service, random }) {
    const [name, network] = random.pick(
      Object.entries(service.networks) as [[string, ChaosService['networks']['redis']]],
    );
    const endsAt = Date.now() + random.between(3_000, 12_000);
    while (Date.now() < endsAt) {
      network.drop();
      await pause(200);
    }
    return `connections to ${name} ended every 200 ms`;
  },
  async 'clock-off'({ service, random }) {
    const part = random.pick([...service.apis, ...service.workers] as [Part, ...Part[]]);
    const shiftMs = (random.next() < 0.5 ? -1 : 1) * 15 * 60_000;
    const forMs = random.between(10_000, 30_000);
    await part.stop('SIGTERM');
    await part.start(shiftMs);
    await pause(forMs);
    await part.stop('SIGTERM');
    await part.start();
    return `${part.name}: clock off by ${shiftMs / 60_000} min for ${seconds(forMs / 1000)}`;
  },
  async 'receiver-down'({ receiver, random }) {
    const forMs = random.between(3_000, 12_000);
    receiver.mood = random.next() < 0.5 ? 'refuses' : 'hangs';
    const mood = receiver.mood;
    await pause(forMs);
    receiver.mood = 'well';
    return `receiver ${mood} for ${seconds(forMs / 1000)}`;
  },
  async 'locked-row'({ service, random, loud }) {
    const forMs = random.between(5_000, 25_000);
    const holder = await service.sql.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from clients where id = $1 for update', [loud.clientId]);
      await holder.query(
        `select 1 from verifications where client_id = $1 and status = 'pending' limit 20 for update skip locked`,
        [loud.clientId],
      );
      await pause(forMs);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    return `rows of client ${loud.name} held for ${seconds(forMs / 1000)}`;
  },
  async flood({ people, crowd, loud }) {
    // On a busy machine the last of them take long: they continue during the next faults.
    const all = Promise.all(Array.from({ length: crowd }, () => people.comeAndGo(loud)));
    await Promise.race([all, pause(floodMs)]);
    return `${crowd} people of client ${loud.name} at once`;
  },
  async 'poison-rows'({ service, ledger, loud }) {
    // Expiring attempts of people who have left and whose keys cannot be opened, before other expiring attempts.
    // Work on their files is over: it would fail for good reason, and forever.
    const { rowCount } = await service.sql.query(
      `with poisoned as (select v.id, v.identity_id from verifications v
          where v.id = any($1) and v.status = 'pending' and v.expires_at > now()
            and not exists (select 1 from media m join outbox o on o.payload ->> 'mediaId' = m.id where m.verification_id = v.id)
          order by v.id limit 3),
        spoilt as (update identities set wrapped_data_key = '\\x00' where id in (select identity_id from poisoned))
       update verifications set expires_at = now() - interval '1 day' where id in (select id from poisoned)`,
      [ledger.leftBy(loud.name)],
    );
    await service.sql.query(
      `update verifications set expires_at = now() where id in (
         select v.id from verifications v join identities i on i.id = v.identity_id
          where v.id = any($1) and v.status = 'pending' and i.wrapped_data_key <> '\\x00' order by v.id limit 3)`,
      [ledger.leftBy(loud.name)],
    );
    return `${rowCount ?? 0} rows poisoned`;
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as [FaultName, ...FaultName[]];
