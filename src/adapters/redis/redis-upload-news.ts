import { z } from 'zod';
import type { UploadAnnouncements, UploadNews } from '../../domain/ports/upload-news.ts';
import { maxChunks, promptActions } from '../../domain/verifications/challenge.ts';
import { connectPatientRedis, connectRedis, type RedisAddress, type RedisConnection } from './redis-connection.ts';

const id = z.string().max(64);
const schemas: { [What in keyof UploadAnnouncements]: z.ZodType<UploadAnnouncements[What]> } = {
  chunk: z.strictObject({
    verificationId: id,
    stepId: id,
    challengeId: id,
    index: z.int().min(0).max(maxChunks),
    objectKey: id,
    prompts: z.array(z.strictObject({ action: z.enum(promptActions), sentMs: z.number() })).max(20),
  }),
  picture: z.strictObject({ mediaId: id, country: z.string().length(2).nullable() }),
  gone: z.strictObject({ mediaId: id }),
};

/** Longer than a recording and its submit take, and as long as a worker keeps the reading of a picture. */
const claimSeconds = 120;

/** Uploads announced over Redis publish/subscribe, and one key for each recording or picture on which a worker works. */
export function createRedisUploadNews(options: RedisAddress & { prefix: string }): UploadNews {
  const publisher = connectRedis(options, { pipelined: true });
  let subscriber: RedisConnection | null = null;
  const channelOf = (what: string) => `${options.prefix}:uploads:${what}`;
  return {
    announce(what, news) {
      publisher.publish(channelOf(what), JSON.stringify(news)).catch(() => undefined);
    },

    subscribe(what, onNews) {
      subscriber ??= connectPatientRedis(options);
      subscriber.on('message', (channel: string, message: string) => {
        if (channel !== channelOf(what)) return;
        const news = readNews(schemas[what], message);
        if (news !== null) onNews(news);
      });
      subscriber.subscribe(channelOf(what)).catch(() => undefined);
    },

    async claim(id) {
      const key = `${options.prefix}:ahead:${id}`;
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
function readNews<News>(schema: z.ZodType<News>, message: string): News | null {
  try {
    return schema.parse(JSON.parse(message));
  } catch {
    return null;
  }
}
