import { createHmac, hkdfSync } from 'node:crypto';

/** How the response to one Idempotency-Key is found, compared and encrypted. */
export interface IdempotencySecrets {
  /** The hash by which the row is found. */
  keyHash: Buffer;
  /** The hash with which requests are compared, since a body can be as easy to guess as a key. */
  requestKey: Buffer;
  /** The key that encrypts the response. */
  sealingKey: Buffer;
}

/**
 * Callers choose Idempotency-Keys that can be guessed, such as order numbers. So each value also needs `installationKey`: with a copy of
 * the database, nobody can confirm a guess or open a response. The Idempotency-Key is needed, too: the root key alone opens nothing.
 */
export function idempotencySecretsOf(installationKey: Buffer, scope: string, key: string): IdempotencySecrets {
  const named = (name: string) =>
    Buffer.from(hkdfSync('sha256', installationKey, '', `verify idempotency ${name}`, 32));
  const keyHash = keyedHash(named('row'), scope, key);
  const derived = (name: string) => keyedHash(named(name), keyHash.toString('hex'), key);
  return { keyHash, requestKey: derived('request'), sealingKey: derived('answer') };
}

/** HMAC-SHA-256. Length prefixes separate the parts: ("ab", "c") is not ("a", "bc"). */
export function keyedHash(key: Buffer, ...parts: string[]): Buffer {
  const hash = createHmac('sha256', key);
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}
