import type { WebSocket } from '@fastify/websocket';
import { seatRenewedEveryMs, type SocketSeats } from '../../domain/ports/socket-seats.ts';

/** A receiver that lets this much pile up is cut off; it comes back and asks for what it missed. */
const mostBufferedBytes = 1_000_000;
/** For the other side's word on a close. */
const patienceMs = 1_000;
/** Frames of any kind in a second: two pongs a minute are what an honest client sends. */
const framesPerSecond = 20;

/** Close codes of RFC 6455. */
export const policyViolation = 1008;
const tryAgainLater = 1013;

/** Sends a document. False: the receiver was too slow and is cut off. */
export function sendTo(socket: WebSocket, message: object): boolean {
  if (socket.bufferedAmount > mostBufferedBytes) {
    dismiss(socket, 'too slow', tryAgainLater);
    return false;
  }
  socket.send(JSON.stringify(message));
  return true;
}

/** Keeps a socket on which only the server speaks, for as long as it has a seat and answers pings. */
export function holdSeat(
  socket: WebSocket,
  { seats, seatOf, onClose }: { seats: SocketSeats; seatOf: string; onClose: () => void },
): void {
  const seat = seats.take(seatOf, () => socket.close(policyViolation, 'another socket took its place'));
  const stopPinging = keepAlive(socket, () => seat.renew());
  // A client has nothing to say here; a client that talks is not one of ours.
  socket.on('message', () => dismiss(socket, 'this socket takes no messages'));
  endFlood(socket);
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    onClose();
    stopPinging();
    seat.leave();
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
