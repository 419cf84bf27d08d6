import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { rateLimitOf, type RouteDefinition } from '../contract/define-route.ts';
import { Problem, problemTable, type ProblemCode } from '../domain/faults/errors.ts';
import { isId } from '../domain/id.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import type { Authenticate, Caller } from './authenticate.ts';
import { formContentType } from './form-bodies.ts';
import type { BoundRoute, RouteRequest } from './bound-route.ts';
import {
  idempotencyHeader,
  noEffect,
  parseIdempotencyKey,
  replayedHeader,
  type Idempotency,
  type RequestEffect,
} from './idempotency.ts';
import type { ReadNotes } from '../services/audit/note-reads.ts';
import { invalidRequest, refuseUnstorableText } from './problem-replies.ts';
import type { RateLimits } from './rate-limits.ts';

interface Gate {
  authenticate: Authenticate;
  limits: RateLimits;
  idempotency: Idempotency;
  noteRead: NoteRead;
  onBehalfOf: OnBehalfOf;
}

/** Counts a handler's database work for its caller. */
export type OnBehalfOf = Database['onBehalfOf'];

export type NoteRead = ReadNotes['note'];

/**
 * Registers every route of the contract with its credential, limits and validation. A missing handler is a build error and stops the start.
 */
export function registerRoutes(
  app: FastifyInstance,
  options: {
    routes: readonly RouteDefinition[];
    bound: readonly BoundRoute[];
    /** Routes that other code registers: sockets, and the pages of a library. */
    elsewhere: readonly RouteDefinition[];
  } & Gate,
): void {
  const handlers = new Map(options.bound.map((bound) => [bound.route.operationId, bound]));
  for (const route of options.routes) {
    if (options.elsewhere.includes(route)) continue;
    const bound = handlers.get(route.operationId);
    if (bound === undefined) throw new Error(`the route ${route.operationId} has no handler`);
    app.route({
      method: route.method.toUpperCase(),
      url: route.path.replaceAll('{', ':').replaceAll('}', ''),
      handler: (request, reply) => serve(bound, request, reply, options),
    });
  }
}

async function serve(
  bound: BoundRoute,
  raw: FastifyRequest,
  reply: FastifyReply,
  { authenticate, limits, idempotency, noteRead, onBehalfOf }: Gate,
): Promise<FastifyReply> {
  const { route } = bound;
  const caller = await authenticate(route, raw);
  raw.verificationId = verificationIn(caller) ?? verificationIn(raw.params);
  await limits.consume(rateLimitOf(route), { caller, address: raw.ip }, reply);
  refuseOtherForm(route, raw);
  const input = parseInput(route, raw);
  const handle = (effect: RequestEffect) => {
    const work = () => bound.handle({ input, caller, address: raw.ip, raw, reply, effect } as never);
    if (bound.hot === true) return work();
    return onBehalfOf({ clientId: clientIn(caller) ?? clientIn(raw.body), verificationId: raw.verificationId }, work);
  };

  const key =
    route.idempotent === true
      ? parseIdempotencyKey(raw.headers[idempotencyHeader], { anonymous: caller === null })
      : null;
  if (key === null) {
    const response = await handle(noEffect);
    noteReading(route, raw, caller, noteRead);
    return send(reply, route, response);
  }
  const ran = await idempotency.run(
    {
      key,
      scope: scopeOf(caller, raw),
      operation: `${route.operationId} ${raw.url}`,
      body: input.body,
      streamed: route.multipart !== undefined,
    },
    handle,
  );
  if (ran.replayed) void reply.header(replayedHeader, 'true');
  noteReading(route, raw, caller, noteRead);
  return send(reply, route, ran.response);
}

/** Records the read of personal data before the response is sent. */
function noteReading(route: RouteDefinition, raw: FastifyRequest, caller: Caller, noteRead: NoteRead): void {
  if (route.reads === undefined || caller === null || !('actorId' in caller && 'clientId' in caller)) return;
  const { clientId, actorId } = caller;
  const [named] = Object.values(raw.params as Record<string, string>);
  noteRead({ clientId, actorId, action: route.reads, subjectId: named ?? clientId });
}

/** The caller's client, or the one that the body of a start names. */
function clientIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('clientId' in value)) return null;
  return typeof value.clientId === 'string' && isId('client', value.clientId) ? value.clientId : null;
}

/** The verification that a session, a path or a response names. */
function verificationIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('verificationId' in value)) return null;
  return typeof value.verificationId === 'string' && isId('verification', value.verificationId)
    ? value.verificationId
    : null;
}

/** A key belongs to its credential. Without a credential, the network address identifies the caller. */
function scopeOf(caller: Caller, raw: FastifyRequest): string {
  if (caller === null) return `address ${raw.ip}`;
  if ('watchedSessionId' in caller) return `watch ${caller.watchedSessionId}`;
  if ('verificationId' in caller) return `session ${caller.sessionId}`;
  // An operator's key is scoped to the client.
  return 'clientId' in caller ? `account ${caller.actorId} ${caller.clientId}` : `operator ${caller.actorId}`;
}

function parseInput(route: RouteDefinition, raw: FastifyRequest): RouteRequest<RouteDefinition>['input'] {
  const params = route.params?.safeParse(raw.params);
  if (params?.success === false) throw new Problem(notFoundCodeOf(route, params.error));
  refuseUnknownQuery(route, raw.query as Record<string, unknown>);
  return {
    params: params?.data,
    query: parsePart(route.query, raw.query, 'query'),
    headers: parsePart(route.headers, raw.headers, 'header'),
    body: parsePart(route.body, raw.body, 'body'),
    form: parsePart(route.form, raw.body, 'body'),
  } as RouteRequest<RouteDefinition>['input'];
}

/** Forms are for callbacks that arrive as forms, and those routes accept nothing else. */
function refuseOtherForm(route: RouteDefinition, raw: FastifyRequest): void {
  if (route.body === undefined && route.form === undefined) return;
  const isForm = (raw.headers['content-type'] ?? '').startsWith(formContentType);
  if (isForm !== (route.form !== undefined)) throw new Problem('request.unsupported_media_type');
}

/** A malformed id gets the same response as an unknown one. */
function notFoundCodeOf(route: RouteDefinition, error: z.ZodError): ProblemCode {
  const noun = String(error.issues[0]?.path[0] ?? '').replace(/Id$/, '');
  const codes = (route.errors ?? []).filter((code) => problemTable[code].status === 404);
  return codes.find((code) => code.startsWith(`${noun}.`)) ?? codes[0] ?? 'route.not_found';
}

/**
 * A misspelt filter would return the whole list. Devices and providers may send fields that this version does not know: those are ignored.
 * @throws Problem `request.invalid` with `value.unknown_key`
 */
function refuseUnknownQuery(route: RouteDefinition, given: Readonly<Record<string, unknown>>): void {
  if (route.query === undefined || route.form !== undefined) return;
  if (['session', 'socketSession', 'watch', 'socketWatch'].includes(route.auth)) return;
  const parsed = z.strictObject(route.query.shape).safeParse(given);
  const unknown = parsed.error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? [];
  if (unknown.length > 0) throw invalidRequest(new z.ZodError(unknown), 'query');
}

function parsePart(schema: z.ZodType | undefined, value: unknown, part: 'body' | 'query' | 'header'): unknown {
  if (schema === undefined) return undefined;
  refuseUnstorableText(value, part);
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
  if (definition === undefined) {
    throw new Error(`${route.operationId} answered with the undeclared status ${response.status}`);
  }
  reply.request.verificationId ??= verificationIn(response.body);
  void reply.code(response.status).headers(response.headers ?? {});
  if (definition.contentType !== undefined) {
    if (!reply.hasHeader('content-type')) void reply.type(definition.contentType);
    return reply.send(response.body);
  }
  if (definition.schema === undefined) return reply.send();
  void reply.type('application/json; charset=utf-8');
  // A record that is stored ready to send was validated when it was stored.
  if (Buffer.isBuffer(response.body)) return reply.send(response.body);
  // Responses list their fields: the service sends nothing that the schema does not name.
  return reply.send(JSON.stringify(definition.schema.parse(response.body)));
}
