import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { request } from 'undici';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { runningCpuMs } from '../cpu-time.ts';
import { connections, load, type LoadedRequest, type LoadResult } from '../load.ts';
import { percent, perSecond, type Row, type Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

const people = 500;
const seconds = 15;
const shareBar = 0.6;
const p99Bar = 3;
const taggingsBar = 1_000;
/** What two processes do, as a multiple of what one does. */
const twoBar = 1.7;
const looksEveryMs = 25;
/** Of the looks at connections that are at work. */
const mostWaiting = 0.05;

/**
 * Writes of one client's backend, each of which leaves a line in the audit log: starts, compared with those of the SDK, which leave none,
 * and tag changes of different people.
 */
export const backendWrites: Section = {
  name: 'backend-writes',
  title: 'Writes of a backend',
  async measure(stack, say) {
    // It links the lines during the load.
    await stack.startWorker('maintenance');
    const { flows, apiToken, clientId } = stack.demo;
    const flowId = flows['document-only'];
    const json = { 'content-type': 'application/json' };
    const headers = { ...json, authorization: `Bearer ${apiToken}` };
    const ofBackend = { method: 'POST', path: '/v2/verifications', headers, body: JSON.stringify({ flowId }) } as const;
    const sdk = { platform: 'bench', version: '1' };
    const body = JSON.stringify({ clientId, flowId, sdk, device: { languages: ['en'] } });
    const ofSdk = { method: 'POST', path: '/v2/sdk/sessions', headers: json, body } as const;

    const identityIds: string[] = [];
    while (identityIds.length < people) identityIds.push(await identityOf(stack, ofBackend));
    const loaded = (next: () => LoadedRequest) => loadWithoutFailures(stack, next);
    say('loading starts of the SDK');
    const sdkStarts = await loaded(() => ofSdk);
    say('loading starts of the backend');
    const backendStarts = await loaded(() => ofBackend);
    say('loading taggings');
    let turn = 0;
    const taggings = await loaded(() => {
      turn += 1;
      const path = `/v2/identities/${identityIds[turn % people] ?? ''}`;
      return { method: 'PATCH', path, headers, body: JSON.stringify({ tags: [`round-${Math.floor(turn / people)}`] }) };
    });
    return [
      {
        what: 'POST /v2/verifications',
        measured: `${perSecond(backendStarts.requestsPerSecond)}, p99 ${backendStarts.p99Ms} ms`,
        against: `${perSecond(sdkStarts.requestsPerSecond)}, p99 ${sdkStarts.p99Ms} ms, POST /v2/sdk/sessions`,
        ratio: `${percent(backendStarts.requestsPerSecond, sdkStarts.requestsPerSecond)}, p99 ${(backendStarts.p99Ms / sdkStarts.p99Ms).toFixed(1)} ×`,
        bar: `≥ ${percent(shareBar, 1)}, p99 ≤ ${p99Bar} ×`,
        met:
          backendStarts.requestsPerSecond >= shareBar * sdkStarts.requestsPerSecond &&
          backendStarts.p99Ms <= p99Bar * sdkStarts.p99Ms,
        samples: `${backendStarts.requests} + ${sdkStarts.requests} requests`,
      },
      {
        what: `PATCH /v2/identities/{identityId} (tags of ${people} people, ${connections} connections)`,
        measured: `${perSecond(taggings.requestsPerSecond)}, p99 ${taggings.p99Ms} ms`,
        against: '–',
        ratio: perSecond(taggings.requestsPerSecond),
        bar: `≥ ${perSecond(taggingsBar)}`,
        met: taggings.requestsPerSecond >= taggingsBar,
        samples: `${taggings.requests} requests`,
      },
      ...(await chainRows(stack, headers)),
      await twoProcessesRow(stack, ofBackend, say),
    ];
  },
};

/** Whether the chain kept up, checked right after the load. */
async function chainRows(stack: BenchStack, headers: Record<string, string>): Promise<Row[]> {
  const mostMs = 1_000;
  const began = performance.now();
  const answer = await request(`${stack.apiUrl}/v2/audit-log?limit=1`, { headers });
  const { waitingSince } = (await answer.body.json()) as { waitingSince: string | null };
  const lateMs = waitingSince === null ? 0 : Date.now() - Date.parse(waitingSince);
  return [
    {
      what: 'the oldest line that the chain lacks, right after the load',
      measured: `${Math.max(0, lateMs).toFixed(0)} ms old`,
      against: `the answer took ${(performance.now() - began).toFixed(0)} ms`,
      ratio: `${Math.max(0, lateMs).toFixed(0)} ms`,
      bar: `≤ ${mostMs} ms`,
      met: lateMs <= mostMs,
      samples: '1 request',
    },
  ];
}

/**
 * Starts of one client through two APIs at once, against one. Calculated from processor time, because a second process on a machine that
 * is already busy answers no more requests; what processor time does not show is a lock, for which connections are looked at.
 */
async function twoProcessesRow(stack: BenchStack, start: LoadedRequest, say: (line: string) => void): Promise<Row> {
  say('loading starts of the backend, through one API and through two');
  const port = String(await findFreePort());
  const second = await stack.startProcess('src/server.ts', { PORT: port });
  const pid = second.pid ?? 0;
  const readCpu = () => ({ ...stack.readCpu(), apiMs: stack.readCpu().apiMs + runningCpuMs(pid) });
  const through = (url: string) =>
    load(url, { next: () => start, seconds, readCpu }).then((result) => refuseFailures(result));
  const one = await through(stack.apiUrl);
  const locks = watchLocks(stack);
  const two = await Promise.all([stack.apiUrl, `http://127.0.0.1:${port}`].map((url) => through(url)));
  const waiting = await locks.stop();
  // Each of the two saw the processor time of both, in the same seconds.
  const requests = two.reduce((sum, result) => sum + result.requests, 0);
  const measuredMs = two[0] === undefined ? Number.NaN : two[0].cpu.apiMs + two[0].cpu.postgresMs;
  const [eachOfOne, eachOfTwo] = [(one.cpu.apiMs + one.cpu.postgresMs) / one.requests, measuredMs / requests];
  const times = (2 * eachOfOne) / eachOfTwo;
  return {
    what: 'POST /v2/verifications of one client through two APIs, calculated from processor time',
    measured: `${(1_000 * eachOfTwo).toFixed(0)} µs a start; ${percent(waiting.share, 1)} of connections at work waited for a lock`,
    against: `${(1_000 * eachOfOne).toFixed(0)} µs a start through one`,
    ratio: `${times.toFixed(2)} ×`,
    bar: `≥ ${twoBar} ×, ≤ ${percent(mostWaiting, 1)} waiting`,
    met: times >= twoBar && waiting.share <= mostWaiting,
    samples: `${requests} + ${one.requests} requests, ${waiting.looks} looks`,
  };
}

/** The share of connections at work that wait for a lock of another transaction, looked at again and again. */
function watchLocks(stack: BenchStack) {
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
  let [over, looks, atWork, waiting] = [false, 0, 0, 0];
  const watching = (async () => {
    while (!over) {
      const { rows } = await pool.query<{ busy: number; locked: number }>(
        `select count(*)::int as busy, count(*) filter (where wait_event_type = 'Lock')::int as locked
           from pg_stat_activity
          where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      );
      looks += 1;
      atWork += rows[0]?.busy ?? 0;
      waiting += rows[0]?.locked ?? 0;
      await pause(looksEveryMs);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      await pool.end();
      return { looks, share: atWork === 0 ? 0 : waiting / atWork };
    },
  };
}

async function identityOf(
  stack: BenchStack,
  start: { method: 'POST'; path: string; headers: Record<string, string>; body: string },
) {
  const { method, path, headers, body } = start;
  const answer = await request(`${stack.apiUrl}${path}`, { method, headers, body });
  const { identityId } = (await answer.body.json()) as { identityId?: string };
  if (identityId === undefined) throw new Error(`a start was answered with ${answer.statusCode}`);
  return identityId;
}

async function loadWithoutFailures(stack: BenchStack, next: () => LoadedRequest): Promise<LoadResult> {
  return refuseFailures(await load(stack.apiUrl, { next, seconds, readCpu: stack.readCpu }));
}

function refuseFailures(result: LoadResult): LoadResult {
  if (result.failures > 0) {
    const refusals = Object.entries(result.refusals).map(([name, count]) => `${count} × ${name}`);
    throw new Error(`no success, so that the numbers would mean nothing: ${refusals.join(', ')}`);
  }
  return result;
}
