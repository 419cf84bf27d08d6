import autocannon from 'autocannon';

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  /** Answers that were not 2xx, and connections that failed. Any makes the measurement worthless. */
  failures: number;
}

export const connections = 50;

/** Loads a route with 50 connections after a short warm-up. `next` builds each request. */
export async function load(
  url: string,
  next: () => { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string },
  seconds: number,
): Promise<LoadResult> {
  await run(url, next, 2);
  return run(url, next, seconds);
}

async function run(url: string, next: Parameters<typeof load>[1], seconds: number): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, method: 'GET', ...next() }) }],
  });
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests: result.requests.total,
    failures: result.non2xx + result.errors,
  };
}
