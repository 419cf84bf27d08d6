import type { FastifyInstance } from 'fastify';
import type { WebSocket } from '@fastify/websocket';
import { openSocketRoute } from '../contract/routes/sdk.ts';
import { Problem } from '../domain/faults/errors.ts';
import { seatRenewedEveryMs, type SocketSeats } from '../domain/ports/socket-seats.ts';
import type { SessionOfVerification } from '../domain/repositories/repositories.ts';
import type { LiveMessages } from '../services/sessions/live-messages.ts';
import type { Authenticate } from './authenticate.ts';
import { invalidRequest } from './problem-replies.ts';
import { foreignOriginOf } from './public-url.ts';
import type { RateLimits } from './rate-limits.ts';

/** A receiver that lets this much pile up is cut off; it comes back and asks for what it missed. */
const mostBufferedBytes = 1_000_000;
/** For the other side's word on a close. */
const patienceMs = 1_000;
/** Frames of any kind in a second: two pongs a minute are what an honest client sends. */
const framesPerSecond = 20;

/** Close codes of RFC 6455. */
const policyViolation = 1008;
const tryAgainLater = 1013;

/**
 * The session's socket: one way, from the server. A device that reconnects with the sequence number of the last message misses
 * nothing, since messages are stored in the database.
 */
export function registerLiveSocket(
  app: FastifyInstance,
  {
    authenticate,
    limits,
    messages,
    seats,
    admitsOrigin,
  }: {
    authenticate: Authenticate;
    limits: RateLimits;
    messages: LiveMessages;
    seats: SocketSeats;
    admitsOrigin: (clientId: string, origin: string | null) => Promise<boolean>;
  },
): void {
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
      const { verificationId, sessionId } = session;
      const send = (message: Record<string, unknown>) => {
        if (socket.bufferedAmount > mostBufferedBytes) {
          dismiss(socket, 'too slow', tryAgainLater);
          return;
        }
        socket.send(JSON.stringify(message));
        // The token is dead: nothing more is for this device.
        if (message.type === 'session.replaced') socket.close(policyViolation, 'session.replaced');
      };
      const stop = messages.follow({ verificationId, sessionId, after: query.data.after, send });
      const seat = seats.take(sessionId, () => socket.close(policyViolation, 'another socket took its place'));
      const stopPinging = keepAlive(socket, () => seat.renew());
      // A client has nothing to say here; a client that talks is not one of ours.
      socket.on('message', () => dismiss(socket, 'this socket takes no messages'));
      endFlood(socket);
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        stop();
        stopPinging();
        seat.leave();
      });
    },
  });
}

/** Proxies close what is silent, and a dead phone says nothing: a client that misses a ping is gone. */
function keepAlive(socket: WebSocket, whileAlive: () => void): () => void {
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
    whileAlive();
  }, seatRenewedEveryMs);
  return () => clearInterval(timer);
}

/** Says why, and does not wait for the answer of somebody who may go on sending instead. */
function dismiss(socket: WebSocket, reason: string, code = policyViolation): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), patienceMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Control frames are answered by the library without a word to us: who sends too many of them is cut off at once. */
function endFlood(socket: WebSocket): void {
  let [frames, second] = [0, 0];
  const count = () => {
    const now = Math.floor(performance.now() / 1000);
    [frames, second] = now === second ? [frames + 1, second] : [1, now];
    if (frames > framesPerSecond) dismiss(socket, 'too many frames');
  };
  socket.on('ping', count);
  socket.on('pong', count);
}
