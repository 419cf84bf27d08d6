import { z } from 'zod';
import { queueNames } from '../../domain/jobs/job.ts';
import { modelStates, reportLivesMs, type WorkerReports } from '../../domain/ports/worker-reports.ts';
import { connectRedis, type RedisAddress, type RedisConnection } from './redis-connection.ts';

const reportSchema = z.object({
  workerId: z.string().max(64),
  version: z.string().max(64).optional(),
  queues: z.array(z.enum(queueNames)).max(20),
  models: z
    .array(z.object({ name: z.string().max(100), sha256: z.string().max(64), status: z.enum(modelStates) }))
    .max(100),
  paces: z
    .partialRecord(
      z.enum(queueNames),
      z.object({ jobs: z.int().min(0), busyMs: z.number().min(0), workMs: z.number().min(0) }),
    )
    .optional(),
});

/** Reports in one Redis hash, each with its expiry by Redis's clock, because the processes' clocks may differ. */
export function createRedisWorkerReports(options: RedisAddress & { prefix: string }): WorkerReports {
  const redis = connectRedis(options);
  const key = `${options.prefix}:workers`;
  return {
    async publish(report) {
      const diesAt = (await nowOf(redis)) + reportLivesMs;
      await redis.hset(key, report.workerId, JSON.stringify({ diesAt, report }));
    },

    async list() {
      const [now, all] = await Promise.all([nowOf(redis), redis.hgetall(key)]);
      const read = Object.entries(all).map(([workerId, text]) => ({
        workerId,
        ...envelopeSchema.parse(JSON.parse(text)),
      }));
      const dead = read.filter(({ diesAt }) => diesAt < now);
      if (dead.length > 0) await redis.hdel(key, ...dead.map(({ workerId }) => workerId));
      return read.filter(({ diesAt }) => diesAt >= now).map(({ report }) => report);
    },

    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

const envelopeSchema = z.object({ diesAt: z.number(), report: reportSchema });

/** Milliseconds since 1970 by Redis's clock. */
async function nowOf(redis: RedisConnection): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
