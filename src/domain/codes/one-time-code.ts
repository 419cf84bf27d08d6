import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Rules of the codes that people type in. Seconds count by the database's clock. */
export const codeRules = {
  digits: 6,
  livesSeconds: 600,
  resendAfterSeconds: 30,
  tries: 5,
  sends: 5,
  sendsWithinSeconds: 600,
} as const;

/** Bytes of the random seed that a press draws. */
export const codeSeedBytes = 16;

/**
 * The code of one press: HOTP (RFC 4226) under a key of its own, derived from the client's key with the seed as salt (HKDF,
 * RFC 5869) and bound to the press. Nothing but the seed is stored, and whoever sends twice sends the same code.
 */
export function oneTimeCodeOf(clientKey: Buffer, { id, seed }: { id: string; seed: Uint8Array }): string {
  return hotp(Buffer.from(hkdfSync('sha256', clientKey, seed, `one-time-code/${id}`, 20)), 0n);
}

/** RFC 4226, section 5.3: six digits of HMAC-SHA-1. */
export function hotp(key: Buffer, counter: bigint): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(counter);
  const digest = createHmac('sha1', key).update(message).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** codeRules.digits).padStart(codeRules.digits, '0');
}

/** Compares in constant time. Spaces and hyphens that people and keyboards put between the digits do not count. */
export function isSameCode(typed: string, code: string): boolean {
  const [left, right] = [Buffer.from(typed.replaceAll(/[\s-]/g, '')), Buffer.from(code)];
  return left.length === right.length && timingSafeEqual(left, right);
}
