import createClient, { type Client } from 'openapi-fetch';
import { ApiProblem, type ProblemDocument } from './api-problem.ts';
import { fetchPatiently } from './fetch-patiently.ts';
import type { paths } from './generated/api.d.ts';

export interface VerifyClientOptions {
  baseUrl: string;
  /** `vfy_live_…` or `vfy_test_…`. */
  apiToken: string;
  tries?: number;
  longestWaitMs?: number;
  fetch?: typeof fetch;
}

export type VerifyClient = Client<paths>;

/** Every route of the contract. Responses without success are thrown as `ApiProblem`. */
export function createVerifyClient({
  baseUrl,
  apiToken,
  tries = 4,
  longestWaitMs = 30_000,
  fetch: send = globalThis.fetch,
}: VerifyClientOptions): VerifyClient {
  const client = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiToken}` },
    fetch: fetchPatiently({ tries, longestWaitMs, fetch: send }),
  });
  client.use({
    async onResponse({ response }) {
      if (response.ok) return;
      const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
      if (!isProblem) throw new Error(`The service answered ${response.status} without saying why.`);
      throw new ApiProblem((await response.clone().json()) as ProblemDocument);
    },
  });
  return client;
}
