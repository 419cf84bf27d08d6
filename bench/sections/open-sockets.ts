import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { percent, quantile, type Row, type Section } from '../section.ts';
import type { HolderWord } from '../socket-holder.ts';
import type { BenchStack } from '../stack.ts';
import { startSessions } from '../start-sessions.ts';

const sessions = 10_000;
const holders = 4;
/** For each holder, sockets that are being opened. */
const atOnce = 25;
/** Long enough for every socket to have had its heartbeat. */
const seconds = 30;
const readsPerSecond = 300;
const cancelsPerSecond = 20;

const readBarMs = 300;
const loopBarMs = 100;
/** What one socket may use, with its session's place in every list, and still count as bounded. */
const kilobytesBar = 100;

/** Ten thousand people in the middle of their sessions, each with a socket, on one API process. */
export const openSockets: Section = {
  name: 'open-sockets',
  title: '10 000 open sockets',
  async measure(stack, say) {
    say(`starting ${sessions} sessions`);
    const tokens = await startSessions(stack, sessions);
    const before = await readGauges(stack);
    say(`opening ${sessions} sockets from ${holders} processes`);
    const arrivals = new Map<string, (at: number) => void>();
    let lost = 0;
    const opened = await openAll(stack, tokens, (word) => {
      if (word.type === 'arrived') arrivals.get(word.token)?.(word.at);
      if (word.type === 'lost') lost += 1;
    });
    const after = await readGauges(stack);
    say(`reading states and ending sessions for ${seconds} s, over a heartbeat of every socket`);
    const cpuBefore = stack.readCpu().apiMs;
    const used = await use(stack, tokens, arrivals);
    const busy = (stack.readCpu().apiMs - cpuBefore) / used.tookMs;
    const under = await readGauges(stack);
    const kilobytes = (Math.max(after.residentBytes, under.residentBytes) - before.residentBytes) / 1024 / sessions;
    // The side that ended a session closes its socket later; no other socket may close.
    const refused = opened.failures + used.failures + lost;
    return [
      row(
        'time to open a socket, p95',
        opened.ms,
        null,
        `${opened.ms.length} sockets in ${opened.seconds.toFixed(0)} s`,
      ),
      row(
        'GET /v2/sdk/session meanwhile, p95',
        used.readMs,
        readBarMs,
        `${used.readMs.length} reads at ${readsPerSecond}/s`,
      ),
      row(
        'press to its message on the socket, p95',
        used.arrivalMs,
        null,
        `${used.arrivalMs.length} sessions cancelled`,
      ),
      {
        what: 'processor time of the API meanwhile',
        measured: percent(busy, 1),
        against: 'one core',
        ratio: percent(busy, 1),
        bar: '–',
        met: true,
        samples: `${(used.tookMs / 1000).toFixed(0)} s`,
      },
      {
        what: 'event loop of the API, p99',
        measured: `${under.loopP99Ms.toFixed(0)} ms`,
        against: `${after.loopP99Ms.toFixed(0)} ms while the sockets open`,
        ratio: `${under.loopP99Ms.toFixed(0)} ms`,
        bar: `< ${loopBarMs} ms`,
        met: under.loopP99Ms < loopBarMs,
        samples: `${seconds} s`,
      },
      {
        what: 'memory of the API for a socket and its session',
        measured: `${(Math.max(after.residentBytes, under.residentBytes) / 2 ** 20).toFixed(0)} MiB in all`,
        against: `${(before.residentBytes / 2 ** 20).toFixed(0)} MiB before`,
        ratio: `${kilobytes.toFixed(0)} KiB`,
        bar: `≤ ${kilobytesBar} KiB`,
        met: kilobytes <= kilobytesBar,
        samples: `${sessions} sockets`,
      },
      {
        what: 'refusals, 5xx and lost sockets',
        measured: String(refused),
        against: 'none',
        ratio: String(refused),
        bar: '0',
        met: refused === 0,
        samples: `${opened.ms.length} sockets, ${used.readMs.length + used.arrivalMs.length} requests`,
      },
    ];
  },
};

function row(what: string, ms: readonly number[], barMs: number | null, samples: string): Row {
  const p95 = quantile(ms, 0.95);
  const text = `${p95.toFixed(0)} ms`;
  const bar = barMs === null ? '–' : `< ${barMs} ms`;
  return {
    what,
    measured: text,
    against: `p50 ${quantile(ms, 0.5).toFixed(0)} ms`,
    ratio: text,
    bar,
    met: p95 < (barMs ?? Infinity),
    samples,
  };
}

async function openAll(stack: BenchStack, tokens: readonly string[], onWord: (word: HolderWord) => void) {
  const startedAt = performance.now();
  const share = Math.ceil(tokens.length / holders);
  const held = await Promise.all(
    Array.from({ length: holders }, async (_, index) => {
      const holder = await stack.startProcess('bench/socket-holder.ts');
      holder.on('message', onWord);
      const answer = wordOf(holder);
      const url = stack.apiUrl.replace(/^http/, 'ws');
      holder.send({ url, tokens: tokens.slice(index * share, (index + 1) * share), atOnce });
      return answer;
    }),
  );
  return {
    ms: held.flatMap(({ openMs }) => openMs),
    failures: held.reduce((sum, { failures }) => sum + failures, 0),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

function wordOf(holder: ChildProcess): Promise<Extract<HolderWord, { type: 'held' }>> {
  return new Promise((resolve, reject) => {
    holder.on('message', (word: HolderWord) => {
      if (word.type === 'held') resolve(word);
    });
    holder.once('exit', (code) => reject(new Error(`a holder of sockets ended with ${String(code)}`)));
  });
}

/** Reads and endings at a steady pace, however long the answers take: people do not wait for one another. */
async function use(
  { apiUrl }: BenchStack,
  tokens: readonly string[],
  arrivals: Map<string, (at: number) => void>,
): Promise<{ readMs: number[]; arrivalMs: number[]; failures: number; tookMs: number }> {
  const startedAt = performance.now();
  const dispatcher = new Agent({ connections: 100 });
  const ending = tokens.slice(0, seconds * cancelsPerSecond);
  const staying = tokens.slice(ending.length);
  const readMs: number[] = [];
  const arrivalMs: number[] = [];
  let failures = 0;

  async function ask(method: 'GET' | 'POST', path: string, token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request(`${apiUrl}/v2/sdk/session${path}`, { method, headers, dispatcher }).catch(() => null);
    await answer?.body.dump();
    if (answer?.statusCode !== 200) failures += 1;
    return answer?.statusCode === 200;
  }

  async function read(): Promise<void> {
    const startedAt = performance.now();
    const token = staying[Math.floor(Math.random() * staying.length)] ?? '';
    if (await ask('GET', '', token)) readMs.push(performance.now() - startedAt);
  }

  async function end(token: string): Promise<void> {
    const pressedAt = Date.now();
    const arrived = new Promise<number>((resolve) => arrivals.set(token, resolve));
    if (!(await ask('POST', '/cancel', token))) return;
    const at = await Promise.race([arrived, delay(10_000, null)]);
    if (at === null) failures += 1;
    else arrivalMs.push(at - pressedAt);
  }

  await Promise.all([
    paced(seconds * readsPerSecond, readsPerSecond, read),
    paced(ending.length, cancelsPerSecond, (index) => end(ending[index] ?? '')),
  ]);
  const tookMs = performance.now() - startedAt;
  await dispatcher.close();
  return { readMs, arrivalMs, failures, tookMs };
}

async function paced(count: number, perSecond: number, work: (index: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const going: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const wait = startedAt + (index * 1000) / perSecond - performance.now();
    if (wait > 1) await delay(wait);
    going.push(work(index));
  }
  await Promise.all(going);
}

/** The API's own metrics. Its event loop figure covers the time since the last request for it. */
async function readGauges({ apiUrl }: BenchStack): Promise<{ residentBytes: number; loopP99Ms: number }> {
  const text = await (await request(`${apiUrl}/metrics`)).body.text();
  const gauge = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    residentBytes: gauge('process_resident_memory_bytes'),
    loopP99Ms: gauge('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}
