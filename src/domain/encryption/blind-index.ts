import { createHmac, hkdfSync } from 'node:crypto';
import { transliterationsOf } from '../mrz/transliterations.ts';
import type { IndexedTrait, IndexedValue } from '../traits.ts';

/** Derived once for each client's key that the process holds, and gone with it: every start of a session needs it. */
const derived = new WeakMap<Buffer, Buffer>();

/** The key of a client's blind indexes, derived from the client's key (HKDF, RFC 5869). 32 bytes. */
export function blindIndexKey(clientKey: Buffer): Buffer {
  const known = derived.get(clientKey);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', clientKey, Buffer.alloc(0), 'blind-index', 32));
  derived.set(clientKey, key);
  return key;
}

/**
 * A value as keyed hashes, one for each of its spellings: two values of one client are the same when they share a hash, and
 * nobody without the key can tell the value.
 */
export function blindIndexesOf(key: Buffer, { trait, value }: IndexedValue): Buffer[] {
  return [...new Set(spellingsOf[trait](value))]
    .filter((spelling) => spelling !== '')
    .map((spelling) => createHmac('sha256', key).update(`${trait}/${spelling}`).digest());
}

/** What does not count when values are compared: case, accents, spaces and punctuation, and for names the order of the words. */
const spellingsOf: Readonly<Record<IndexedTrait, (value: string) => string[]>> = {
  issuedDocument: (value) => [lettersAndDigits(value, '/')],
  documentNumber: (value) => [lettersAndDigits(value)],
  // `Müller` may be MULLER or MUELLER on paper, and either may be typed.
  fullName: (value) => transliterationsOf(value.normalize('NFKC')).map(sortedWords),
  phoneNumber: (value) => [internationalNumber(value)],
  // A dot or a plus sign makes another mailbox.
  email: (value) => [value.normalize('NFKC').trim().toLowerCase()],
};

function lettersAndDigits(value: string, kept = ''): string {
  return Array.from(value.normalize('NFKD'))
    .filter((letter) => kept.includes(letter) || /[\p{L}\p{N}]/u.test(letter))
    .join('')
    .toUpperCase();
}

function sortedWords(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/** As E.164. A number without a plus sign is taken for one with its country code. */
function internationalNumber(value: string): string {
  const digits = value.normalize('NFKC').replaceAll(/\D/g, '');
  return digits === '' ? '' : `+${digits.replace(/^00/, '')}`;
}

/** The hash of a metadata key, or of the key with one plain value. `path`: `order.number` for nested ones. */
export function metadataIndexOf(key: Buffer, path: string, value?: string): Buffer {
  const text = JSON.stringify(value === undefined ? [path] : [path, value]);
  return createHmac('sha256', key).update(`metadata/${text}`).digest();
}
