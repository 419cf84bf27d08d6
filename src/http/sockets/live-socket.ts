import type { FastifyInstance } from 'fastify';
import { openSocketRoute } from '../../contract/routes/sdk.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { SocketSeats } from '../../domain/ports/socket-seats.ts';
import type { SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { LiveMessages } from '../../services/sessions/live-messages.ts';
import type { Authenticate } from '../authenticate.ts';
import { invalidRequest } from '../problem-replies.ts';
import { foreignOriginOf } from '../public-url.ts';
import type { RateLimits } from '../rate-limits.ts';
import { holdSeat, policyViolation, sendTo } from './one-way-socket.ts';

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
      if (caller === null || !('sessionId' in caller && 'verificationId' in caller))
        throw new Problem('auth.unauthorized');
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
        if (!sendTo(socket, message)) return;
        // The token is dead: nothing more is for this device.
        if (message.type === 'session.replaced') socket.close(policyViolation, 'session.replaced');
      };
      const stop = messages.follow({ verificationId, sessionId, after: query.data.after, send });
      holdSeat(socket, { seats, seatOf: sessionId, onClose: stop });
    },
  });
}
