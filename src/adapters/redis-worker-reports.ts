import { z } from 'zod';
import { queueNames } from '../domain/job.ts';
import { modelStates, reportLivesMs, type WorkerReports } from '../domain/ports/worker-reports.ts';
import { connectRedis } from './redis-connection.ts';

const reportSchema = z.object({
  workerId: z.string().max(64),
  queues: z.array(z.enum(queueNames)).max(20),
  models: z
    .array(z.object({ name: z.string().max(100), sha256: z.string().max(64), status: z.enum(modelStates) }))
    .max(100),
});

/** Reports in one Redis hash, each with the time at which it dies. */
export function createRedisWorkerReports(options: { url: string; prefix: string }): WorkerReports {
  const redis = connectRedis(options.url);
  const key = `${options.prefix}:workers`;
  return {
    async publish(report) {
      await redis.hset(key, report.workerId, JSON.stringify({ diesAt: Date.now() + reportLivesMs, report }));
    },

    async list() {
      const entries = Object.entries(await redis.hgetall(key));
      const read = entries.map(([workerId, text]) => ({ workerId, ...envelopeSchema.parse(JSON.parse(text)) }));
      const dead = read.filter(({ diesAt }) => diesAt < Date.now());
      if (dead.length > 0) await redis.hdel(key, ...dead.map(({ workerId }) => workerId));
      return read.filter(({ diesAt }) => diesAt >= Date.now()).map(({ report }) => report);
    },

    close() {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

const envelopeSchema = z.object({ diesAt: z.number(), report: reportSchema });
