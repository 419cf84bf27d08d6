import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostNameOf, isFromThisMachine, isUnclaimedName } from '../../domain/hosts.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read the metrics: with the token, or without one from this machine. The latter must not name a host that
 * is somebody's, since a page of another site could ask through a browser on this machine (DNS rebinding).
 */
export function mayReadMetrics(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  token: string | null,
): boolean {
  if (token !== null) return timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`));
  return isFromThisMachine(socket.remoteAddress, headers) && isUnclaimedName(hostNameOf(headers.host ?? ''));
}
