import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostNameOf, isFromThisMachine, isUnclaimedName } from '../../domain/hosts.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read the metrics: with the token, or without one from this machine. Without a token the Host header must not name a
 * public host: through DNS rebinding, a page of another site could send requests from a browser on this machine.
 */
export function mayReadMetrics(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  token: string | null,
): boolean {
  if (token !== null) return timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`));
  return isFromThisMachine(socket.remoteAddress, headers) && isUnclaimedName(hostNameOf(headers.host ?? ''));
}
