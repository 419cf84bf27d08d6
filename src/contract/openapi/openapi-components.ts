import type { ZodOpenApiComponentsObject } from 'zod-openapi';
import { Problem, problemTable, type ProblemCode } from '../../domain/faults/errors.ts';
import { hasRight, mayAdminister, mayUseScopes, roles, type Role } from '../../domain/operators/role.ts';
import { exampleId } from '../../steps/value-schemas.ts';
import { problemCodesOf, type AuthKind, type RouteDefinition } from '../define-route.ts';
import { problemDocumentOf } from '../problems/problem.ts';
import { routes } from '../routes.ts';

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Response headers. Text is written as it appears on the wire. */
export const headerReferences = {
  requestId: reference('headers', 'XRequestId'),
  retryAfter: reference('headers', 'RetryAfter'),
  rateLimit: reference('headers', 'RateLimit'),
  rateLimitPolicy: reference('headers', 'RateLimitPolicy'),
  idempotentReplayed: reference('headers', 'IdempotentReplayed'),
};

export const parameterReferences = {
  idempotencyKey: reference('parameters', 'IdempotencyKey'),
  clientId: reference('parameters', 'XClientId'),
  csrfToken: reference('parameters', 'XCsrfToken'),
};

export const exampleReference = (code: ProblemCode) => reference('examples', code);

const tokenScheme = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

/**
 * The security requirement of each kind of credential; every entry is an alternative. An API token's requirement names its scopes, the
 * cookie's the roles that may do this on a live client.
 */
export function securityOf(route: RouteDefinition): Record<string, string[]>[] {
  const apiToken = { apiToken: [...(route.scopes ?? [])] };
  const operatorCookie = { operatorCookie: roles.filter((role) => mayUse(role, route)) };
  const ways: Readonly<Record<AuthKind, Record<string, string[]>[]>> = {
    none: [],
    apiToken: [apiToken],
    session: [{ sessionToken: [] }],
    socketSession: [{ sessionSubprotocol: [] }],
    watch: [{ watchToken: [] }],
    socketWatch: [{ watchSubprotocol: [] }],
    operator: [operatorCookie],
    apiTokenOrOperator: [apiToken, operatorCookie],
    apiTokenOrSignedLink: [apiToken, operatorCookie, { linkSignature: [] }],
  };
  return ways[route.auth];
}

function mayUse(role: Role, { scopes, right, administers, method }: RouteDefinition): boolean {
  if (administers === true && !mayAdminister(role, 'live')) return false;
  if (right !== undefined && !hasRight(role, right)) return false;
  return mayUseScopes(role, 'live', { scopes, reading: method === 'get' });
}

/** All codes except those of requests that match no route. */
const usedProblemCodes = [...new Set(routes.flatMap(problemCodesOf))];

export const components: ZodOpenApiComponentsObject = {
  securitySchemes: {
    apiToken: tokenScheme(
      'An API token of the client: `vfy_live_…` or `vfy_test_…`. The requirement names the scopes that it needs.',
    ),
    sessionToken: tokenScheme('The `sessionToken` of `POST /v2/sdk/sessions`.'),
    sessionSubprotocol: {
      type: 'apiKey',
      in: 'header',
      name: 'Sec-WebSocket-Protocol',
      description: '`verify.v2, bearer.<sessionToken>`.',
    },
    watchToken: tokenScheme('The `watchToken` of `POST /v2/sdk/session/hand-over`.'),
    watchSubprotocol: {
      type: 'apiKey',
      in: 'header',
      name: 'Sec-WebSocket-Protocol',
      description: '`verify.v2, bearer.<watchToken>`.',
    },
    operatorCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'verify_operator',
      description:
        'The sign-in session of an operator. Changes also need `X-CSRF-Token`. The requirement names the roles; in clients in test mode developers may do everything.',
    },
    linkSignature: {
      type: 'apiKey',
      in: 'query',
      name: 'signature',
      description: 'A signed link, together with `expires`.',
    },
  },
  headers: {
    XRequestId: {
      description: 'Id of the request. Quote it when you report a fault.',
      schema: { type: 'string', maxLength: 30, examples: [exampleId('request')] },
    },
    RetryAfter: {
      description: 'Seconds to wait before the next request.',
      schema: { type: 'integer', minimum: 0, examples: [12] },
    },
    RateLimit: {
      description: 'Number of requests that are left (draft-ietf-httpapi-ratelimit-headers).',
      schema: { type: 'string', maxLength: 100, examples: ['"apiToken";r=0;t=1'] },
    },
    RateLimitPolicy: {
      description: 'Number of requests that the limit allows (draft-ietf-httpapi-ratelimit-headers).',
      schema: { type: 'string', maxLength: 100, examples: ['"apiToken";q=100;w=1'] },
    },
    IdempotentReplayed: {
      description: '`true` when this is the stored response to an earlier request with the same key.',
      schema: { type: 'string', maxLength: 5, examples: ['true'] },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Makes it safe to repeat the request for 24 h. Keys are separate for each credential.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['order-4711-1'] },
    },
    XClientId: {
      name: 'X-Client-Id',
      in: 'header',
      description: 'With the sign-in cookie: the client to work on.',
      schema: { type: 'string', maxLength: 30, examples: [exampleId('client')] },
    },
    XCsrfToken: {
      name: 'X-CSRF-Token',
      in: 'header',
      description: 'With the sign-in cookie: the `csrfToken` of the sign-in.',
      schema: { type: 'string', maxLength: 100, examples: ['q7Xw0f3dS1cV9nB2'] },
    },
  },
  examples: Object.fromEntries(
    usedProblemCodes.map((code) => [
      code,
      { summary: problemTable[code].text, value: problemDocumentOf(new Problem(code), exampleId('request')) },
    ]),
  ),
};
