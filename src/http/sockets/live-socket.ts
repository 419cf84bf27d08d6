import type { FastifyInstance } from 'fastify';
import { openSocketRoute } from '../../contract/routes/sdk.ts';
import { invalidRequest } from '../problem-replies.ts';
import { holdSeat, policyViolation, sendTo } from './one-way-socket.ts';
import { registerSocketRoute, type SocketParts } from './socket-route.ts';

/**
 * The session's socket: one-way, from the server. A device that reconnects with the sequence number of the last message misses nothing,
 * because messages are stored in the database.
 */
export function registerLiveSocket(app: FastifyInstance, parts: SocketParts): void {
  const { messages, seats } = parts;
  registerSocketRoute(app, parts, {
    route: openSocketRoute,
    followerOf: (caller) => (caller !== null && 'sessionId' in caller && 'verificationId' in caller ? caller : null),
    follow: (socket, { verificationId, sessionId }, asked) => {
      const query = openSocketRoute.query.safeParse(asked);
      if (!query.success) {
        socket.close(policyViolation, invalidRequest(query.error, 'query').code);
        return;
      }
      const send = (message: Record<string, unknown>) => {
        if (!sendTo(socket, message)) return;
        // The token is no longer valid: this device gets nothing more.
        if (message.type === 'session.replaced') socket.close(policyViolation, 'session.replaced');
      };
      const end = () => socket.close(policyViolation, 'session.ended');
      const stop = messages.follow({ verificationId, sessionId, after: query.data.after, send, end });
      holdSeat(socket, { seats, seatOf: sessionId, onClose: stop });
    },
  });
}
