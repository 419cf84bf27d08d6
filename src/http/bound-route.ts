import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDefinition, RouteInput, RouteResponse } from '../contract/define-route.ts';
import type { ApiCaller } from '../domain/operators/client.ts';
import type { SignedInOperator } from '../domain/operators/operator.ts';
import type { RequestEffect } from './idempotency.ts';
import type { Watcher } from '../services/hand-over/hand-over.ts';
import type { SessionOfVerification } from '../domain/repositories/repositories.ts';

/** The caller, by the kind of credential that the route requires. */
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
  /** The network address of the person or server: the socket's, or the one from a trusted proxy. */
  address: string;
  /** A creating use case stores its response with this, for requests that are repeated with the same key. */
  effect: RequestEffect;
  /** For responses other than JSON: streams, sockets. */
  raw: FastifyRequest;
  reply: FastifyReply;
}

export type RouteHandler<R extends RouteDefinition> = (request: RouteRequest<R>) => Promise<RouteResponse<R>>;

/** A route of the contract with its handler. */
export interface BoundRoute {
  route: RouteDefinition;
  /** The handler names the caller of its transactions itself. */
  hot?: true;
  handle(request: RouteRequest<RouteDefinition>): Promise<RouteResponse<RouteDefinition>>;
}

/** Inside `handler` the contract's types hold; outside, all bound routes have the same type. */
export function bindRoute<const R extends RouteDefinition>(route: R, handler: RouteHandler<R>): BoundRoute {
  return { route, handle: (request) => handler(request) };
}

/**
 * For the hottest routes, whose handlers mostly open no transaction: each that they do open is within `db.onBehalfOf`. The context that does
 * this for the transactions of other handlers burdens every promise of the process (`WorkContext`).
 */
export function bindHotRoute<const R extends RouteDefinition>(route: R, handler: RouteHandler<R>): BoundRoute {
  return { ...bindRoute(route, handler), hot: true };
}

/** A response that keeps its status as the literal type that the contract declares. */
export function respond<const Status extends number>(status: Status): { status: Status; body: undefined };
export function respond<const Status extends number, const Body>(
  status: Status,
  body: Body,
): { status: Status; body: Body };
export function respond(status: number, body?: unknown) {
  return { status, body };
}
