import { request } from 'undici';
import { expectDeclared, expectProblem } from './contract.ts';
import type { ProblemDocument } from '../../src/contract/problems/problem.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  contentType: string;
  body: Body;
}

export interface CallOptions {
  token?: string | null | undefined;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** Requests to one server, or to several in turn, as a load balancer sends them. Every response is checked against the contract. */
export function createApiClient(baseUrl: string, ...others: readonly string[]) {
  const servers = [baseUrl, ...others];
  let turns = 0;
  async function call<Body = unknown>(
    method: string,
    path: string,
    { token, json, form, headers = {} }: CallOptions = {},
  ): Promise<Answer<Body>> {
    const server = servers[turns++ % servers.length] ?? baseUrl;
    const {
      status,
      headers: received,
      bytes,
    } = await send(server + path, {
      method,
      headers: {
        ...(token == null ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { text: typeof json === 'string' ? json : JSON.stringify(json) }),
      ...(form !== undefined && { form }),
    });
    const contentType = received.get('content-type') ?? '';
    const body: unknown = contentType.includes('json') ? JSON.parse(bytes.toString('utf8')) : bytes;
    const answer = { status, headers: received, contentType, body };
    expectDeclared(method, path, answer);
    return answer as Answer<Body>;
  }

  return {
    baseUrl,
    /** The addresses of all servers. */
    servers,
    call,
    get: <Body = unknown>(path: string, options?: CallOptions) => call<Body>('GET', path, options),
    post: <Body = unknown>(path: string, options?: CallOptions) => call<Body>('POST', path, options),
    patch: <Body = unknown>(path: string, options?: CallOptions) => call<Body>('PATCH', path, options),
    delete: <Body = unknown>(path: string, options?: CallOptions) => call<Body>('DELETE', path, options),
  };
}

interface SentRequest {
  method: string;
  headers: Record<string, string>;
  text?: string;
  form?: FormData;
}

/** What `fetch` sends of itself. */
const usualHeaders = { accept: '*/*', 'user-agent': 'node' };

/** `fetch` makes streams and objects that cost the processor several times what a request costs, so it sends only forms. */
async function send(
  url: string,
  { method, headers, text, form }: SentRequest,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  if (form !== undefined) {
    const response = await fetch(url, { method, headers, body: form });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }
  const { statusCode, ...received } = await request(url, {
    method,
    headers: { ...usualHeaders, ...headers },
    ...(text !== undefined && { body: text }),
  });
  const pairs = Object.entries(received.headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return { status: statusCode, headers: new Headers(pairs), bytes: Buffer.from(await received.body.arrayBuffer()) };
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** The problem document of a response that should be one. */
export function problemOf(answer: Answer): ProblemDocument {
  return expectProblem(answer);
}

/** Status and code in one line, so that a failure shows both. */
export function problemLine(answer: Answer): string {
  return `${answer.status} ${problemOf(answer).code}`;
}
