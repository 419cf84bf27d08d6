import type { FastifyInstance } from 'fastify';
import type { WebSocket } from '@fastify/websocket';
import type { RouteDefinition } from '../../contract/define-route.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { SocketSeats } from '../../domain/ports/socket-seats.ts';
import type { LiveMessages } from '../../services/sessions/live-messages.ts';
import type { Authenticate, Caller } from '../authenticate.ts';
import { foreignOriginOf } from '../public-url.ts';
import type { RateLimits } from '../rate-limits.ts';
import { policyViolation } from './one-way-socket.ts';

/** What every socket needs: who may open it, how often, from which origin, and what it sends. */
export interface SocketParts {
  authenticate: Authenticate;
  limits: RateLimits;
  messages: LiveMessages;
  seats: SocketSeats;
  admitsOrigin: (clientId: string, origin: string | null) => Promise<boolean>;
}

type SessionCaller = Exclude<Caller, null> & { clientId: string };

/**
 * A route for WebSockets only. Caller, limits and origin are checked before the upgrade, so that a refusal is a problem document. A request
 * without an upgrade gets 426.
 */
export function registerSocketRoute<Follower extends SessionCaller>(
  app: FastifyInstance,
  { authenticate, limits, admitsOrigin }: SocketParts,
  {
    route,
    followerOf,
    follow,
  }: {
    route: RouteDefinition;
    /** The caller, if they may follow this; null for another kind of caller. */
    followerOf: (caller: Caller) => Follower | null;
    follow: (socket: WebSocket, follower: Follower, query: unknown) => void;
  },
): void {
  const followers = new WeakMap<object, Follower>();

  app.route({
    method: 'GET',
    url: route.path,
    preHandler: async (request, reply) => {
      const caller = followerOf(await authenticate(route, request));
      if (caller === null) throw new Problem('auth.unauthorized');
      await limits.consume('session', { caller, address: request.ip }, reply);
      if (!(await admitsOrigin(caller.clientId, foreignOriginOf(request)))) {
        throw new Problem('session.origin_not_allowed');
      }
      followers.set(request.raw, caller);
    },
    handler: () => {
      throw new Problem('request.upgrade_required');
    },
    wsHandler: (socket, request) => {
      const follower = followers.get(request.raw);
      if (follower === undefined) socket.close(policyViolation, 'unauthorized');
      else follow(socket, follower, request.query);
    },
  });
}
