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
    const response = await fetch(server + path, {
      method,
      headers: {
        ...(token == null ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form }),
    });
    const contentType = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    const body: unknown = contentType.includes('json') ? JSON.parse(bytes.toString('utf8')) : bytes;
    const answer = { status: response.status, headers: response.headers, contentType, body };
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

export type ApiClient = ReturnType<typeof createApiClient>;

/** The problem document of a response that should be one. */
export function problemOf(answer: Answer): ProblemDocument {
  return expectProblem(answer);
}

/** Status and code in one line, so that a failure shows both. */
export function problemLine(answer: Answer): string {
  return `${answer.status} ${problemOf(answer).code}`;
}
