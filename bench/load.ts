import autocannon from 'autocannon';
import type { CpuTime } from './cpu-time.ts';

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  /** Answers that were not 2xx, and connections that failed. Any makes the measurement worthless. */
  failures: number;
  /** How many answers had which status and, of a problem, which code. */
  refusals: Readonly<Record<string, number>>;
  /** Processor time that was used during the load. */
  cpu: CpuTime;
}

export interface LoadedRequest {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export const connections = 50;

/** Loads a route with 50 connections, or `atOnce`, after a short warm-up. `next` builds each request. */
export async function load(
  url: string,
  {
    next,
    seconds,
    readCpu,
    atOnce = connections,
  }: { next: () => LoadedRequest; seconds: number; readCpu: () => CpuTime; atOnce?: number },
): Promise<LoadResult> {
  const run = (duration: number, refusals?: Record<string, number>) => fire(url, { next, atOnce, duration, refusals });
  await run(2);
  const before = readCpu();
  const refusals: Record<string, number> = {};
  const result = await run(seconds, refusals);
  const after = readCpu();
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests: result.requests.total,
    failures: result.non2xx + result.errors,
    refusals: { ...refusals, ...(result.errors > 0 && { 'no answer': result.errors }) },
    cpu: {
      apiMs: after.apiMs - before.apiMs,
      bareMs: after.bareMs - before.bareMs,
      postgresMs: after.postgresMs - before.postgresMs,
    },
  };
}

function fire(
  url: string,
  {
    next,
    atOnce,
    duration,
    refusals = {},
  }: {
    next: () => LoadedRequest;
    atOnce: number;
    duration: number;
    refusals: Record<string, number> | undefined;
  },
): Promise<autocannon.Result> {
  return autocannon({
    url,
    connections: atOnce,
    duration,
    requests: [
      {
        setupRequest: (request) => ({ ...request, method: 'GET', ...next() }),
        onResponse(status, body) {
          if (status >= 200 && status <= 299) return;
          const name = `${status} ${/"code":"([\w.]+)"/.exec(body)?.[1] ?? ''}`.trim();
          refusals[name] = (refusals[name] ?? 0) + 1;
        },
      },
    ],
  });
}
