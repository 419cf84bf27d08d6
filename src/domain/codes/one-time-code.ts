import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { HOTP, Secret } from 'otpauth';

/** Rules of the codes that people type. Seconds count by the database's clock. */
export const codeRules = {
  digits: 6,
  livesSeconds: 600,
  resendAfterSeconds: 30,
  tries: 5,
  sends: 5,
  sendsWithinSeconds: 600,
} as const;

/** Length in bytes of a request's random seed. */
export const codeSeedBytes = 16;

/**
 * The code of one request: HOTP (RFC 4226) under a key that is derived from the client's key with the seed as salt (HKDF, RFC 5869) and
 * bound to the request. Only the seed is stored, so sending twice sends the same code.
 */
export function oneTimeCodeOf(clientKey: Buffer, { id, seed }: { id: string; seed: Uint8Array }): string {
  return hotp(Buffer.from(hkdfSync('sha256', clientKey, seed, `one-time-code/${id}`, 20)), 0);
}

/** RFC 4226: six digits of HMAC-SHA-1. */
export function hotp(key: Uint8Array, counter: number): string {
  const secret = new Secret({ buffer: new Uint8Array(key).buffer });
  return HOTP.generate({ secret, counter, digits: codeRules.digits, algorithm: 'SHA1' });
}

/** Compares in constant time. Ignores spaces and hyphens between the digits, which people and keyboards insert. */
export function isSameCode(typed: string, code: string): boolean {
  const [left, right] = [Buffer.from(typed.replaceAll(/[\s-]/g, '')), Buffer.from(code)];
  return left.length === right.length && timingSafeEqual(left, right);
}
