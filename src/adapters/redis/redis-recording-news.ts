import { z } from 'zod';
import type { RecordingChunkNews, RecordingNews } from '../../domain/ports/recording-news.ts';
import { maxChunks, promptActions } from '../../domain/verifications/challenge.ts';
import { connectPatientRedis, connectRedis, type RedisAddress, type RedisConnection } from './redis-connection.ts';

const id = z.string().max(64);
const newsSchema = z.strictObject({
  verificationId: id,
  stepId: id,
  challengeId: id,
  index: z.int().min(0).max(maxChunks),
  objectKey: id,
  prompts: z.array(z.strictObject({ action: z.enum(promptActions), sentMs: z.number() })).max(20),
}) satisfies z.ZodType<RecordingChunkNews>;

/** Longer than a recording and its submit take. */
const claimSeconds = 60;

/** Chunks announced over Redis publish/subscribe, and one key for each recording that a worker measures. */
export function createRedisRecordingNews(options: RedisAddress & { prefix: string }): RecordingNews {
  const publisher = connectRedis(options, { pipelined: true });
  let subscriber: RedisConnection | null = null;
  const channel = `${options.prefix}:recordings`;
  return {
    announce(news) {
      publisher.publish(channel, JSON.stringify(news)).catch(() => undefined);
    },

    subscribe(onNews) {
      subscriber ??= connectPatientRedis(options);
      subscriber.on('message', (_: string, message: string) => {
        const news = readNews(message);
        if (news !== null) onNews(news);
      });
      subscriber.subscribe(channel).catch(() => undefined);
    },

    async claim(challengeId) {
      const key = `${options.prefix}:measured-ahead:${challengeId}`;
      return (await publisher.set(key, '1', 'EX', claimSeconds, 'NX')) === 'OK';
    },

    close() {
      publisher.disconnect();
      subscriber?.disconnect();
      return Promise.resolve();
    },
  };
}

/** Null for what this version cannot read: a newer API may announce something else during a deployment. */
function readNews(message: string): RecordingChunkNews | null {
  try {
    return newsSchema.parse(JSON.parse(message));
  } catch {
    return null;
  }
}
