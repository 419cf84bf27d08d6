import { createHmac, hkdfSync } from 'node:crypto';
import type { IndexedValue } from './traits.ts';

/** The key of a client's blind indexes, derived from the client's key (HKDF, RFC 5869). 32 bytes. */
export function blindIndexKey(clientKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', clientKey, Buffer.alloc(0), 'blind-index', 32));
}

/**
 * A value as a keyed hash: equal values of one client give equal hashes, and nobody without the key can tell the value.
 * Spelling does not count: case, accents, spaces and punctuation are left out.
 */
export function blindIndexOf(key: Buffer, { trait, value }: IndexedValue): Buffer {
  return createHmac('sha256', key)
    .update(`${trait}/${plainSpelling(value)}`)
    .digest();
}

function plainSpelling(value: string): string {
  return value
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}@+/]/gu, '')
    .toUpperCase();
}
