import type { WebSocket } from '@fastify/websocket';
import { seatRenewedEveryMs, type SocketSeats } from '../../domain/ports/socket-seats.ts';

/** A receiver with this much unsent data is disconnected. It reconnects and asks for what it missed. */
const mostBufferedBytes = 1_000_000;
/** How long to wait for the other side's close frame. */
const patienceMs = 1_000;
/** Frames of any kind per second: an honest client sends two pongs a minute. */
const framesPerSecond = 20;

/** Close codes of RFC 6455. */
export const policyViolation = 1008;
const tryAgainLater = 1013;

/** Sends a document. False: the receiver was too slow and is disconnected. */
export function sendTo(socket: WebSocket, message: object): boolean {
  if (socket.bufferedAmount > mostBufferedBytes) {
    dismiss(socket, 'too slow', tryAgainLater);
    return false;
  }
  socket.send(JSON.stringify(message));
  return true;
}

/** Keeps a socket on which only the server sends, for as long as it has a seat and answers pings. */
export function holdSeat(
  socket: WebSocket,
  { seats, seatOf, onClose }: { seats: SocketSeats; seatOf: string; onClose: () => void },
): void {
  const seat = seats.take(seatOf, () => socket.close(policyViolation, 'another socket took its place'));
  const stopPinging = keepAlive(socket, () => seat.renew());
  // Clients have nothing to send here; one that sends messages is not ours.
  socket.on('message', () => dismiss(socket, 'this socket takes no messages'));
  endFlood(socket);
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    onClose();
    stopPinging();
    seat.leave();
  });
}

/** Proxies close idle connections, and a dead phone sends nothing: a client that misses a ping is disconnected. */
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

/** Sends the reason, and does not wait for an answer from a client that may keep sending. */
function dismiss(socket: WebSocket, reason: string, code = policyViolation): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), patienceMs);
  socket.once('close', () => clearTimeout(timer));
}

/** The library answers control frames without reporting them: a client that sends too many is disconnected immediately. */
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
