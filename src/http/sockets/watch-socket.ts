import type { FastifyInstance } from 'fastify';
import { watchHandOverRoute } from '../../contract/routes/sdk-hand-over.ts';
import { handOverProgressSchema, type HandOverProgress } from '../../contract/sessions/hand-over.ts';
import type { Watcher } from '../../services/hand-over/hand-over.ts';
import { holdSeat, policyViolation, sendTo } from './one-way-socket.ts';
import { registerSocketRoute, type SocketParts } from './socket-route.ts';

/**
 * The socket of the device that handed its session over. The session's messages only say when to read; the socket sends the complete
 * progress each time, so that nothing is missed after a reconnect.
 */
export function registerWatchSocket(
  app: FastifyInstance,
  { readProgress, ...parts }: SocketParts & { readProgress: (watcher: Watcher) => Promise<HandOverProgress> },
): void {
  const { messages, seats } = parts;
  registerSocketRoute(app, parts, {
    route: watchHandOverRoute,
    followerOf: (caller) => (caller !== null && 'watchedSessionId' in caller ? caller : null),
    follow: (socket, watcher) => {
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
          // The database is unavailable, or the person was erased: the client asks again and learns which.
          socket.close();
        } finally {
          looking = false;
        }
      };
      const { verificationId, watchedSessionId, watchTokenHash } = watcher;
      const stop = messages.follow({
        verificationId,
        sessionId: watchedSessionId,
        watchTokenHash,
        after: 0,
        send: () => void look(),
        end: () => socket.close(policyViolation, 'unauthorized'),
      });
      holdSeat(socket, { seats, seatOf: `watch ${watchedSessionId}`, onClose: stop });
      void look();
    },
  });
}
