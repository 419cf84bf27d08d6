import type { FastifyInstance } from 'fastify';
import type { WebSocket } from '@fastify/websocket';
import { openSocketRoute } from '../contract/routes/sdk.ts';
import { Problem } from '../domain/errors.ts';
import type { SessionOfVerification } from '../domain/repositories/repositories.ts';
import type { LiveMessages } from '../services/live-messages.ts';
import type { Authenticate } from './authenticate.ts';
import { invalidRequest } from './problem-replies.ts';
import { foreignOriginOf } from './public-url.ts';
import type { RateLimits } from './rate-limits.ts';

const pingEveryMs = 25_000;
/** A receiver that lets this much pile up is cut off; it comes back and asks for what it missed. */
const mostBufferedBytes = 1_000_000;
const socketsPerSession = 2;

/** Close codes of RFC 6455. */
const policyViolation = 1008;
const tryAgainLater = 1013;

/**
 * The session's socket: one way, from the server. Whoever reconnects with the sequence number of the last message misses
 * nothing, since messages lie in the database.
 */
export function registerLiveSocket(
  app: FastifyInstance,
  {
    authenticate,
    limits,
    messages,
    admitsOrigin,
  }: {
    authenticate: Authenticate;
    limits: RateLimits;
    messages: LiveMessages;
    admitsOrigin: (clientId: string, origin: string | null) => Promise<boolean>;
  },
): void {
  const open = new Map<string, Set<WebSocket>>();
  const sessions = new WeakMap<object, SessionOfVerification>();

  app.route({
    method: 'GET',
    url: openSocketRoute.path,
    preHandler: async (request, reply) => {
      const caller = await authenticate(openSocketRoute, request);
      if (caller === null || !('verificationId' in caller)) throw new Problem('auth.unauthorized');
      await limits.consume('session', { caller, address: request.ip }, reply);
      if (!(await admitsOrigin(caller.clientId, foreignOriginOf(request)))) {
        throw new Problem('session.origin_not_allowed');
      }
      sessions.set(request.raw, caller);
    },
    handler: () => {
      throw new Problem('request.upgrade_required');
    },
    wsHandler: (socket, request) => {
      const session = sessions.get(request.raw);
      const query = openSocketRoute.query.safeParse(request.query);
      if (session === undefined || !query.success) {
        socket.close(policyViolation, query.success ? 'unauthorized' : invalidRequest(query.error, 'query').code);
        return;
      }
      const siblings = admit(open, session.sessionId, socket);
      const { verificationId, sessionId } = session;
      const send = (message: Record<string, unknown>) => {
        if (socket.bufferedAmount > mostBufferedBytes) {
          socket.close(tryAgainLater, 'too slow');
          return;
        }
        socket.send(JSON.stringify(message));
        // The token is dead: nothing more is for this device.
        if (message.type === 'session.replaced') socket.close(policyViolation, 'session.replaced');
      };
      const stop = messages.follow({ verificationId, sessionId, after: query.data.after, send });
      const stopPinging = keepAlive(socket);
      // A client has nothing to say here; whoever talks is not one of ours.
      socket.on('message', () => socket.close(policyViolation, 'this socket takes no messages'));
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        stop();
        stopPinging();
        siblings.delete(socket);
        if (siblings.size === 0) open.delete(session.sessionId);
      });
    },
  });
}

/** A session may have two sockets: the oldest makes room for a third. */
function admit(open: Map<string, Set<WebSocket>>, sessionId: string, socket: WebSocket): Set<WebSocket> {
  const siblings = open.get(sessionId) ?? new Set<WebSocket>();
  open.set(sessionId, siblings);
  for (const oldest of siblings) {
    if (siblings.size < socketsPerSession) break;
    oldest.close(policyViolation, 'another socket took its place');
    siblings.delete(oldest);
  }
  siblings.add(socket);
  return siblings;
}

/** Proxies close what is silent, and a dead phone says nothing: whoever misses a ping is gone. */
function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
  }, pingEveryMs);
  return () => clearInterval(timer);
}
