import { setTimeout as pause } from 'node:timers/promises';
import type { SceneOfRun } from './scenario.ts';

const backlog = 100_000;
/** From the moment when Redis lost everything until all jobs were queued again. */
const barSeconds = 60;
const patienceMs = 240_000;
/** After this time the service looks for a queued job. */
const graceMs = 11_000;

/** A backlog of work without a worker (no worker of this run reads documents), which Redis loses at once. */
export async function playFlushBacklog({ service, noteFault, violate }: SceneOfRun): Promise<void> {
  const redis = service.directRedis();
  const waiting = `${service.container.config.redis.prefix}:document:wait`;
  const secondsUntilAll = async () => {
    const from = Date.now();
    while ((await redis.llen(waiting)) < backlog) {
      if (Date.now() - from > patienceMs) return Infinity;
      await pause(250);
    }
    return (Date.now() - from) / 1000;
  };
  await service.sql.query(
    `insert into outbox (id, queue, job, payload)
     select 'obx_backlog' || n, 'document', 'document.read', '{"stepRunId": "str_none", "attempt": 1}' from generate_series(1, $1) n`,
    [backlog],
  );
  const first = await secondsUntilAll();
  noteFault(`${backlog} jobs handed over at first: ${first.toFixed(1)} s`);
  await pause(graceMs);
  await redis.flushall();
  const again = await secondsUntilAll();
  noteFault(`${backlog} jobs handed over again after Redis was flushed: ${again.toFixed(1)} s`);
  if (again > barSeconds) violate(`${backlog} lost jobs took ${again.toFixed(1)} s, not ${barSeconds} s`);
  await service.sql.query(`delete from outbox where id like 'obx_backlog%'`);
  redis.disconnect();
}
