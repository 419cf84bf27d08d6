import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { newId } from '../../src/domain/id.ts';
import { newWebhookSecret } from '../../src/domain/webhooks/webhook-signature.ts';
import { recordTestEvent } from '../../src/services/webhooks/client-events.ts';
import { percent, perSecond, type Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const deliveries = 3_000;
/** One endpoint has a share of the worker, so that several are needed to fill it. */
const endpoints = 40;
const barShare = 0.5;

/** Deliveries to a fast receiver, against BullMQ and undici with nothing between them. */
export const webhookDeliveries: Section = {
  name: 'webhook-deliveries',
  title: 'Webhook deliveries',
  async measure(stack, say) {
    const receiver = await startReceiver();
    try {
      say(`delivering ${deliveries} events to ${endpoints} endpoints`);
      const ours = await measureOurs(stack, receiver);
      say('delivering as many with BullMQ and undici alone');
      const bare = await measureBare(stack, receiver);
      return [
        {
          what: 'webhook deliveries',
          measured: perSecond(ours),
          against: perSecond(bare),
          ratio: percent(ours, bare),
          bar: '≥ 50 %',
          met: ours >= barShare * bare,
          samples: `${deliveries} + ${deliveries} deliveries`,
        },
      ];
    } finally {
      receiver.close();
    }
  },
};

async function measureOurs(stack: BenchStack, receiver: Receiver): Promise<number> {
  const { db } = stack.container;
  const { clientId } = stack.demo;
  const endpointIds = Array.from({ length: endpoints }, () => newId('webhookEndpoint'));
  await db.transaction(async (tx) => {
    for (const id of endpointIds) {
      await tx.webhookEndpoints.create({
        id,
        clientId,
        url: receiver.url,
        description: 'bench',
        eventTypes: [],
        secret: newWebhookSecret(),
      });
    }
  });
  for (let made = 0; made < deliveries; made += 100) {
    await db.transaction(async (tx) => {
      for (let index = made; index < made + 100; index += 1) {
        const endpointId = endpointIds[index % endpoints] ?? '';
        await recordTestEvent(tx, { clientId, endpointId, at: new Date() });
      }
    });
  }
  const arrived = receiver.count(deliveries);
  await stack.startWorker('webhook', 'maintenance');
  return arrived;
}

async function measureBare(stack: BenchStack, receiver: Receiver): Promise<number> {
  const connection = new Redis(stack.env.REDIS_URL ?? '', { maxRetriesPerRequest: null });
  const queue = new Queue('bare-webhook', { connection, prefix: 'bare' });
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: { endpointId: '' } });
  await queue.addBulk(
    Array.from({ length: deliveries }, () => ({ name: 'deliver', data: { url: receiver.url, body } })),
  );
  const arrived = receiver.count(deliveries);
  await stack.startProcess('bench/bare-webhook-worker.ts');
  const rate = await arrived;
  await queue.close();
  connection.disconnect();
  return rate;
}

interface Receiver {
  url: string;
  /** Requests a second over the next `total` requests, from the first to the last. */
  count(total: number): Promise<number>;
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  let onRequest = () => {};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      onRequest();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    count: (total) =>
      new Promise((resolve) => {
        let seen = 0;
        let firstAt = 0;
        onRequest = () => {
          seen += 1;
          if (seen === 1) firstAt = performance.now();
          if (seen === total) resolve((total - 1) / ((performance.now() - firstAt) / 1000));
        };
      }),
    close: () => server.close(),
  };
}
