import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long a link opens its file. */
export const mediaLinkSeconds = 600;

/** The key of a client's media links, derived from the client's key (HKDF, RFC 5869). 32 bytes. */
export function mediaLinkKey(clientKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', clientKey, Buffer.alloc(0), 'media-link', 32));
}

/** `expires`: seconds since 1970. */
export function mediaLinkSignature(key: Buffer, mediaId: string, expires: number): string {
  return createHmac('sha256', key).update(`${mediaId}/${expires}`).digest('base64url');
}

export function isMediaLinkSignature(key: Buffer, mediaId: string, expires: number, given: string): boolean {
  const [right, offered] = [Buffer.from(mediaLinkSignature(key, mediaId, expires)), Buffer.from(given)];
  return right.length === offered.length && timingSafeEqual(right, offered);
}
