import type { FastifyInstance } from 'fastify';
import { watchHandOverRoute } from '../../contract/routes/sdk-hand-over.ts';
import { handOverProgressSchema, type HandOverProgress } from '../../contract/sessions/hand-over.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { SocketSeats } from '../../domain/ports/socket-seats.ts';
import type { Watcher } from '../../services/hand-over/hand-over.ts';
import type { LiveMessages } from '../../services/sessions/live-messages.ts';
import type { Authenticate } from '../authenticate.ts';
import { foreignOriginOf } from '../public-url.ts';
import type { RateLimits } from '../rate-limits.ts';
import { holdSeat, sendTo } from './one-way-socket.ts';

/**
 * The socket of the device that handed its session over. The session's messages only say when to look: what goes out is the
 * progress alone, whole each time, so that nothing is missed after a reconnect.
 */
export function registerWatchSocket(
  app: FastifyInstance,
  {
    authenticate,
    limits,
    messages,
    seats,
    admitsOrigin,
    readProgress,
  }: {
    authenticate: Authenticate;
    limits: RateLimits;
    messages: LiveMessages;
    seats: SocketSeats;
    admitsOrigin: (clientId: string, origin: string | null) => Promise<boolean>;
    readProgress: (watcher: Watcher) => Promise<HandOverProgress>;
  },
): void {
  const watchers = new WeakMap<object, Watcher>();

  app.route({
    method: 'GET',
    url: watchHandOverRoute.path,
    preHandler: async (request, reply) => {
      const caller = await authenticate(watchHandOverRoute, request);
      if (caller === null || !('watchedSessionId' in caller)) throw new Problem('auth.unauthorized');
      await limits.consume('session', { caller, address: request.ip }, reply);
      if (!(await admitsOrigin(caller.clientId, foreignOriginOf(request)))) {
        throw new Problem('session.origin_not_allowed');
      }
      watchers.set(request.raw, caller);
    },
    handler: () => {
      throw new Problem('request.upgrade_required');
    },
    wsHandler: (socket, request) => {
      const watcher = watchers.get(request.raw);
      if (watcher === undefined) {
        socket.terminate();
        return;
      }
      let sent = '';
      let [looking, again] = [false, false];
      const look = async (): Promise<void> => {
        again = true;
        if (looking) return;
        looking = true;
        try {
          while (again) {
            again = false;
            const progress = handOverProgressSchema.parse(await readProgress(watcher));
            const text = JSON.stringify(progress);
            if (text === sent || socket.readyState !== socket.OPEN) continue;
            if (sendTo(socket, progress)) sent = text;
          }
        } catch {
          // The database is away, or the person was erased: the client asks again, and hears which.
          socket.close();
        } finally {
          looking = false;
        }
      };
      const { verificationId, watchedSessionId } = watcher;
      const stop = messages.follow({ verificationId, sessionId: watchedSessionId, after: 0, send: () => void look() });
      holdSeat(socket, { seats, seatOf: `watch ${watchedSessionId}`, onClose: stop });
      void look();
    },
  });
}
