import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { flowDocumentSchema } from '../../src/contract/flows/flow-document.ts';
import { newId } from '../../src/domain/id.ts';
import { perSecond, quantile, type Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const crowd = 1_000;
const presses = 200;
const barPerSecond = 200;
const barMs = 200;

/** The time from the press to the provider, and how many codes one worker sends. The provider answers at once. */
export const oneTimeCodes: Section = {
  name: 'one-time-codes',
  title: 'One-time codes',
  async measure(stack, say) {
    const provider = await startProvider(stack.providerPort);
    const start = await seedLiveClient(stack);
    try {
      say(`${crowd} people ask for a code while no worker runs`);
      const numbers = Array.from(
        { length: crowd + presses },
        (_, index) => `+5511987${String(index).padStart(6, '0')}`,
      );
      await inGroups(numbers.slice(0, crowd), 20, async (number) => press(stack, await start(), number));
      say('one worker sends them');
      const arrived = provider.count(crowd);
      await stack.startWorker('otp', 'maintenance');
      const rate = await arrived;
      say(`${presses} people, one after the other`);
      const waits: number[] = [];
      for (const number of numbers.slice(crowd)) {
        const token = await start();
        // The queue is idle, and the session's start is long over.
        await delay(20);
        const called = provider.count(1);
        const pressedAt = performance.now();
        await press(stack, token, number);
        await called;
        waits.push(provider.lastAt() - pressedAt);
      }
      const p95 = quantile(waits, 0.95);
      return [
        {
          what: 'press to provider call, idle queue, p95',
          measured: `${p95.toFixed(0)} ms`,
          against: `p50 ${quantile(waits, 0.5).toFixed(0)} ms`,
          ratio: `${p95.toFixed(0)} ms`,
          bar: `≤ ${barMs} ms`,
          met: p95 <= barMs,
          samples: `${presses} presses`,
        },
        {
          what: 'codes through one worker',
          measured: perSecond(rate),
          against: 'a provider that answers at once',
          ratio: perSecond(rate),
          bar: `≥ ${barPerSecond}/s`,
          met: rate >= barPerSecond,
          samples: `${crowd} codes`,
        },
      ];
    } finally {
      provider.close();
    }
  },
};

/** A live client with a phone flow; returns a function that starts a session of it. */
async function seedLiveClient({ container, apiUrl }: BenchStack): Promise<() => Promise<string>> {
  const clientId = newId('client');
  const flowId = newId('flow');
  const document = flowDocumentSchema.parse({ steps: [{ id: 'phone', type: 'phone', config: {} }] });
  await container.db.clients.create({ id: clientId, name: 'Bench', mode: 'live' });
  await container.db.flows.create({ flowId, clientId, name: 'phone', versionId: newId('flowVersion'), document });
  return async () => {
    const body = { clientId, flowId, sdk: { platform: 'bench', version: '1' }, device: { languages: ['en'] } };
    const answer = await post(`${apiUrl}/v2/sdk/sessions`, body);
    const { sessionToken } = (await answer.json()) as { sessionToken: string };
    return sessionToken;
  };
}

async function press({ apiUrl }: BenchStack, token: string, phoneNumber: string): Promise<void> {
  const answer = await post(`${apiUrl}/v2/sdk/session/steps/phone/code`, { phoneNumber }, token);
  await answer.arrayBuffer();
}

async function post(url: string, body: object, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer;
}

async function inGroups<T>(items: readonly T[], size: number, work: (item: T) => Promise<void>): Promise<void> {
  for (let first = 0; first < items.length; first += size) {
    await Promise.all(items.slice(first, first + size).map(work));
  }
}

interface Provider {
  /** Messages per second over the next `total`, from the first to the last; infinite for one. */
  count(total: number): Promise<number>;
  /** When the last message came, by `performance.now()`. */
  lastAt(): number;
  close(): void;
}

async function startProvider(port: number): Promise<Provider> {
  let onMessage = () => {};
  let lastAt = 0;
  const server = createServer((request, response) => {
    lastAt = performance.now();
    request.resume().on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}');
      onMessage();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    count: (total) =>
      new Promise((resolve) => {
        let seen = 0;
        let firstAt = 0;
        onMessage = () => {
          seen += 1;
          if (seen === 1) firstAt = lastAt;
          if (seen === total) resolve((total - 1) / ((lastAt - firstAt) / 1000));
        };
      }),
    lastAt: () => lastAt,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
