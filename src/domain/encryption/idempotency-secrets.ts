import { createHmac, hkdfSync } from 'node:crypto';

/** How the answer to one Idempotency-Key is found, compared and sealed. */
export interface IdempotencySecrets {
  /** What the row is found by. */
  keyHash: Buffer;
  /** What requests are compared with: a body can be as easy to guess as a key. */
  requestKey: Buffer;
  /** What the answer is sealed under. */
  sealingKey: Buffer;
}

/**
 * Callers choose Idempotency-Keys that can be guessed, such as order numbers. So each value also needs `installationKey`: a copy
 * of the database neither confirms a guess nor opens an answer. The key is needed too: the root key alone opens nothing.
 */
export function idempotencySecretsOf(installationKey: Buffer, scope: string, key: string): IdempotencySecrets {
  const named = (name: string) =>
    Buffer.from(hkdfSync('sha256', installationKey, '', `verify idempotency ${name}`, 32));
  const keyHash = keyedHash(named('row'), scope, key);
  const derived = (name: string) => keyedHash(named(name), keyHash.toString('hex'), key);
  return { keyHash, requestKey: derived('request'), sealingKey: derived('answer') };
}

/** HMAC-SHA-256. Lengths keep the parts apart: ("ab", "c") is not ("a", "bc"). */
export function keyedHash(key: Buffer, ...parts: string[]): Buffer {
  const hash = createHmac('sha256', key);
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}
