import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { rateLimitOf, type RouteDefinition } from '../contract/define-route.ts';
import { Problem } from '../domain/errors.ts';
import type { Authenticate } from './authenticate.ts';
import type { BoundRoute, RouteRequest } from './bound-route.ts';
import { invalidRequest, sendProblem } from './problem-replies.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * Registers every route of the contract: those with a handler behind credential, limit and validation, the planned ones
 * with 501. A route that is neither is a fault of the build and stops the start.
 */
export function registerRoutes(
  app: FastifyInstance,
  options: {
    routes: readonly RouteDefinition[];
    bound: readonly BoundRoute[];
    /** Routes that are registered by something else: a socket, a library's pages. */
    elsewhere: readonly RouteDefinition[];
    authenticate: Authenticate;
    limits: RateLimits;
  },
): void {
  const handlers = new Map(options.bound.map((bound) => [bound.route.operationId, bound]));
  for (const route of options.routes) {
    if (options.elsewhere.includes(route)) continue;
    const bound = handlers.get(route.operationId);
    if (bound === undefined && !route.planned) throw new Error(`the route ${route.operationId} has no handler`);
    if (bound !== undefined && route.planned)
      throw new Error(`the route ${route.operationId} is filled but marked as planned`);
    app.route({
      method: route.method.toUpperCase(),
      url: route.path.replaceAll('{', ':').replaceAll('}', ''),
      handler: async (request, reply) => {
        if (bound === undefined) return sendProblem(reply, new Problem('service.not_implemented'));
        return answer(bound, request, reply, options);
      },
    });
  }
}

async function answer(
  bound: BoundRoute,
  raw: FastifyRequest,
  reply: FastifyReply,
  { authenticate, limits }: { authenticate: Authenticate; limits: RateLimits },
): Promise<FastifyReply> {
  const { route } = bound;
  const caller = await authenticate(route, raw);
  await limits.consume(rateLimitOf(route), { caller, address: raw.ip }, reply);
  const input = {
    params: parsePart(route.params, raw.params, 'path'),
    query: parsePart(route.query, raw.query, 'query'),
    headers: parsePart(route.headers, raw.headers, 'header'),
    body: parsePart(route.body, raw.body, 'body'),
  } as RouteRequest<RouteDefinition>['input'];
  const response = await bound.handle({ input, caller, address: raw.ip, raw, reply } as RouteRequest<RouteDefinition>);
  return send(reply, route, response);
}

function parsePart(schema: z.ZodType | undefined, value: unknown, part: 'body' | 'query' | 'path' | 'header'): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? undefined);
  if (!parsed.success) throw invalidRequest(parsed.error, part);
  return parsed.data;
}

function send(
  reply: FastifyReply,
  route: RouteDefinition,
  response: { status: number; body?: unknown; headers?: Readonly<Record<string, string>> },
): FastifyReply {
  const definition = route.responses[response.status];
  if (definition === undefined)
    throw new Error(`${route.operationId} answered with the undeclared status ${response.status}`);
  void reply.code(response.status).headers(response.headers ?? {});
  if (definition.contentType !== undefined) {
    if (!reply.hasHeader('content-type')) void reply.type(definition.contentType);
    return reply.send(response.body);
  }
  if (definition.schema === undefined) return reply.send();
  void reply.type('application/json; charset=utf-8');
  // A record that is stored ready to send was checked when it was stored.
  if (Buffer.isBuffer(response.body)) return reply.send(response.body);
  // Responses list their fields: what the schema does not name does not leave the house.
  return reply.send(JSON.stringify(definition.schema.parse(response.body)));
}
