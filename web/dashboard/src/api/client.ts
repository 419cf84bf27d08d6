import createClient, { type Middleware } from 'openapi-fetch';
import { ApiProblem } from './problem.ts';
import type { paths, Problem } from './schema.ts';
import { withVisibleText } from './visible-text.ts';

/** Headers of every request, in addition to the cookie, which the browser sends. */
export const credentials = { csrfToken: '', clientId: '' };

const headers: Middleware = {
  onRequest({ request }) {
    if (credentials.clientId) request.headers.set('X-Client-Id', credentials.clientId);
    if (request.method !== 'GET') request.headers.set('X-CSRF-Token', credentials.csrfToken);
    return request;
  },
};

/** The REST of the service, typed by its contract. */
export const api = createClient<paths>({ baseUrl: '', credentials: 'same-origin' });
api.use(headers);

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a success. @throws ApiProblem */
export async function read<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, response, error } = await answer;
  if (!response.ok) throw problemOf(error, response.status);
  if (data === undefined) throw new ApiProblem({}, response.status);
  return withVisibleText(data);
}

/** For answers without a body. @throws ApiProblem */
export async function done(answer: Promise<Answer<unknown>>): Promise<void> {
  const { response, error } = await answer;
  if (!response.ok) throw problemOf(error, response.status);
}

/** Fetches a file: a link would lack the header that names the client. @throws ApiProblem */
export async function readFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(path, {
    headers: { 'X-Client-Id': credentials.clientId },
    credentials: 'same-origin',
    ...(signal && { signal }),
  });
  if (!response.ok) throw problemOf(await response.json().catch(() => null), response.status);
  return response.blob();
}

function problemOf(body: unknown, status: number): ApiProblem {
  const problem = typeof body === 'object' && body !== null ? withVisibleText(body as Partial<Problem>) : {}; // Its constructor copes with any part missing.
  return new ApiProblem(problem, status);
}
