import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDefinition, RouteInput, RouteResponse } from '../contract/define-route.ts';
import type { ApiCaller } from '../domain/operators/client.ts';
import type { SignedInOperator } from '../domain/operators/operator.ts';
import type { RequestEffect } from './idempotency.ts';
import type { Watcher } from '../services/hand-over/hand-over.ts';
import type { SessionOfVerification } from '../domain/repositories/repositories.ts';

/** Who calls, by the kind of credential that the route asks for. */
type CallerOf<R extends RouteDefinition> = R['auth'] extends 'session' | 'socketSession'
  ? SessionOfVerification
  : R['auth'] extends 'watch' | 'socketWatch'
    ? Watcher
    : R['auth'] extends 'none'
      ? null
      : R['auth'] extends 'operator'
        ? SignedInOperator
        : R['auth'] extends 'apiTokenOrSignedLink'
          ? ApiCaller | null
          : ApiCaller;

export interface RouteRequest<R extends RouteDefinition> {
  input: RouteInput<R>;
  caller: CallerOf<R>;
  /** The person's or server's network address: the socket's, or a trusted proxy's word. */
  address: string;
  /** What a creating use case leaves its answer with, for requests that are repeated with the same key. */
  effect: RequestEffect;
  /** For what is not JSON: streams, sockets. */
  raw: FastifyRequest;
  reply: FastifyReply;
}

export type RouteHandler<R extends RouteDefinition> = (request: RouteRequest<R>) => Promise<RouteResponse<R>>;

/** A route of the contract with the handler that fills it. */
export interface BoundRoute {
  route: RouteDefinition;
  handle(request: RouteRequest<RouteDefinition>): Promise<RouteResponse<RouteDefinition>>;
}

/** The types of the contract hold inside `handler`; outside, all bound routes look alike. */
export function bindRoute<const R extends RouteDefinition>(route: R, handler: RouteHandler<R>): BoundRoute {
  return { route, handle: (request) => handler(request) };
}

/** An answer, with its status kept as the literal that the contract declares. */
export function respond<const Status extends number>(status: Status): { status: Status; body: undefined };
export function respond<const Status extends number, const Body>(
  status: Status,
  body: Body,
): { status: Status; body: Body };
export function respond(status: number, body?: unknown) {
  return { status, body };
}
