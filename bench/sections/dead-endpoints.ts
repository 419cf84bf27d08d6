import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../../src/domain/id.ts';
import { newWebhookSecret } from '../../src/domain/webhooks/webhook-signature.ts';
import { runningCpuMs } from '../cpu-time.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { percent, type Row, type Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const events = 10_000;
const eventsAtOnce = 100;
const watchedSeconds = 90;
const mostOfACore = 0.1;
const mostMsEach = 5;

/** What undeliverable events cost a worker: first the port is closed, then the receiver never answers. */
export const deadEndpoints: Section = {
  name: 'dead-endpoints',
  title: 'Webhook endpoints that are dead or hang',
  async measure(stack, say) {
    const worker = await stack.startWorker('webhook', 'maintenance');
    const pid = worker.pid ?? 0;
    const { sockets, server, url } = await startHanging();
    try {
      return [
        ...(await watch(stack, {
          say,
          pid,
          what: 'no server listens',
          url: `http://127.0.0.1:${await findFreePort()}/`,
        })),
        ...(await watch(stack, { say, pid, what: 'the receiver never answers', url })),
      ];
    } finally {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  },
};

async function watch(
  stack: BenchStack,
  { say, pid, what, url }: { say: (line: string) => void; pid: number; what: string; url: string },
): Promise<Row[]> {
  say(`${events} events for an endpoint: ${what}`);
  const endpointId = await addEndpoint(stack, url);
  const attemptsBefore = await countAttempts(stack);
  for (let made = 0; made < events; made += eventsAtOnce) await addEvents(stack, endpointId, eventsAtOnce);
  const [workerBefore, postgresBefore] = [runningCpuMs(pid), stack.readCpu().postgresMs];
  await delay(watchedSeconds * 1_000);
  const workerMs = runningCpuMs(pid) - workerBefore;
  const postgresMs = stack.readCpu().postgresMs - postgresBefore;
  const attempts = (await countAttempts(stack)) - attemptsBefore;
  // The next part begins with an idle worker.
  await stack.container.db.webhookEndpoints.disable(endpointId, 'operator');
  await stack.container.db.webhookEndpoints.delete(stack.demo.clientId, endpointId);
  const samples = `${watchedSeconds} s, ${attempts} attempts for ${events} events`;
  const ofACore = percent(workerMs, watchedSeconds * 1_000);
  return [
    {
      what: `${what}: processor time of the worker, after all events are written`,
      measured: `${ofACore} of a core`,
      against: `Postgres ${percent(postgresMs, watchedSeconds * 1_000)}`,
      ratio: ofACore,
      bar: `≤ ${percent(mostOfACore, 1)} of a core`,
      met: workerMs <= mostOfACore * watchedSeconds * 1_000,
      samples,
    },
    {
      what: `${what}: processor time of worker and Postgres, an event`,
      measured: `${((workerMs + postgresMs) / events).toFixed(1)} ms`,
      against: '–',
      ratio: `${((workerMs + postgresMs) / events).toFixed(1)} ms`,
      bar: `≤ ${mostMsEach} ms`,
      met: workerMs + postgresMs <= mostMsEach * events,
      samples,
    },
  ];
}

async function addEndpoint({ container, demo }: BenchStack, url: string): Promise<string> {
  const id = newId('webhookEndpoint');
  const { clientId } = demo;
  const endpoint = { id, clientId, url, description: 'bench', eventTypes: [], secret: newWebhookSecret() };
  await container.db.transaction((tx) => tx.webhookEndpoints.create(endpoint));
  return id;
}

async function addEvents({ container, demo }: BenchStack, endpointId: string, count: number): Promise<void> {
  // Test events are always sent at once: a client's own events are measured.
  const about = { clientId: demo.clientId, identityId: null, verificationId: null, sequence: null };
  const timestamp = new Date().toISOString();
  const events = Array.from({ length: count }, () => ({
    ...about,
    id: newId('event'),
    type: 'verification.started' as const,
    body: { type: 'verification.started', timestamp, data: { endpointId } },
    endpointIds: [endpointId],
  }));
  await container.db.transaction((tx) => tx.webhookEvents.createAll(events));
}

async function countAttempts({ env }: BenchStack): Promise<number> {
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 1 });
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from webhook_attempts');
  await pool.end();
  return rows[0]?.count ?? 0;
}

async function startHanging() {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((request) => void request.resume());
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { sockets, server, url: `http://127.0.0.1:${port}/` };
}
