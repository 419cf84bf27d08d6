import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Agent, request } from 'undici';

/** The yardstick for deliveries: BullMQ and undici with nothing between them. Nothing is signed, guarded or kept. */
const agent = new Agent({ connections: 64 });
const connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null });
const worker = new Worker<{ url: string; body: string }>(
  'bare-webhook',
  async ({ data }) => {
    const { body } = await request(data.url, { method: 'POST', body: data.body, dispatcher: agent });
    await body.dump();
  },
  { connection, prefix: 'bare', concurrency: 256, removeOnComplete: { count: 0 } },
);
await worker.waitUntilReady();
process.send?.({ type: 'ready' });
process.on('SIGTERM', () => process.exit(0));
