import { setTimeout as pause } from 'node:timers/promises';
import { playFlushBacklog } from './flush-backlog.ts';
import { killingEnv, playKillingFiles } from './killing-files.ts';
import { playLiveMigration } from './live-migration.ts';
import { openMailAway } from './mail-away.ts';
import { playLiveSockets } from './live-sockets.ts';
import { playSlowUploads } from './slow-uploads.ts';
import { faultNames, faults } from './faults.ts';
import type { Scenario, SceneOfRun } from './scenario.ts';

/** One fault after the other, each kind once before any is repeated, sometimes two at once. */
async function playMixed(scene: SceneOfRun): Promise<void> {
  const { random } = scene;
  let left: (keyof typeof faults)[] = [];
  const next = () => {
    if (left.length === 0) left = [...faultNames];
    return left.splice(Math.floor(random.next() * left.length), 1)[0] ?? faultNames[0];
  };
  while (Date.now() < scene.endsAtMs) {
    const names = random.next() < 0.2 ? [next(), next()] : [next()];
    const said = await Promise.all(names.map((name) => faults[name](scene)));
    names.forEach((name, index) => scene.noteFault(`${name} (${said[index] ?? ''})`));
    await pause(random.between(1_000, 6_000));
  }
}

/** A part is down for one long period in the middle of the run. */
function away(
  name: string,
  seconds: number,
  take: (scene: SceneOfRun) => Promise<() => Promise<void> | void>,
): Scenario {
  return {
    does: `${name} for ${seconds} s in one piece`,
    async play(scene) {
      await pause(5_000);
      const back = await take(scene);
      await pause(seconds * 1_000);
      await back();
      scene.noteFault(`${name} for ${seconds} s`);
      while (Date.now() < scene.endsAtMs) await pause(1_000);
    },
  };
}

export const scenarios = {
  mixed: { does: 'faults of every kind, drawn from the seed', play: playMixed },
  calm: {
    does: 'no fault: what the people and the invariants say of a service that is well',
    async play(scene) {
      while (Date.now() < scene.endsAtMs) await pause(500);
    },
  },
  'flush-backlog': { does: '100,000 jobs that Redis loses at once', play: playFlushBacklog },
  'slow-uploads': { does: '2,000 uploads of a byte a second', play: playSlowUploads },
  sockets: { does: '5,000 sockets with ?after= over rolling restarts', play: playLiveSockets },
  'mail-away': { does: 'no mail server for 300 s in one piece, while codes are asked for', open: openMailAway },
  migration: { does: 'a migration behind a reader of 60 s, under load', play: playLiveMigration },
  'killing-files': {
    does: 'pictures that kill or hang their worker each time',
    env: killingEnv,
    workers: ['message', 'quality', 'document'],
    play: playKillingFiles('worker'),
  },
  'killing-decoders': {
    does: 'pictures and PDFs that kill or hang their confined process each time',
    env: killingEnv,
    workers: ['message', 'quality', 'document'],
    play: playKillingFiles('confined'),
  },
  'redis-away': away('no Redis', 180, ({ service }) => {
    service.networks.redis.cut();
    return Promise.resolve(() => service.networks.redis.heal());
  }),
  'postgres-away': away('no Postgres', 120, ({ service }) => {
    service.networks.postgres.cut();
    return Promise.resolve(() => service.networks.postgres.heal());
  }),
  'redis-full': away('Redis without room (maxmemory)', 60, async ({ service }) => {
    const redis = service.directRedis();
    await redis.config('SET', 'maxmemory', '1');
    return async () => {
      await redis.config('SET', 'maxmemory', '0');
      redis.disconnect();
    };
  }),
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
