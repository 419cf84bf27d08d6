import { createHmac, hkdfSync } from 'node:crypto';
import { transliterationsOf } from '../mrz/transliterations.ts';
import { mailboxOf } from '../mailbox-of.ts';
import { oncePer } from '../once-per.ts';
import type { IndexedTrait, IndexedValue } from '../traits.ts';

/**
 * The key of a client's blind indexes, derived from the client's key (HKDF, RFC 5869). 32 bytes. Every start of a session needs it, so it is
 * kept as long as the client's key is in memory.
 */
export const blindIndexKey = oncePer((clientKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', clientKey, Buffer.alloc(0), 'blind-index', 32)),
);

/**
 * The keyed hashes of a value, one for each of its spellings. Two values of one client are equal when they share a hash, and nobody without
 * the key can recover the value.
 */
export function blindIndexesOf(key: Buffer, { trait, value }: IndexedValue): Buffer[] {
  return [...new Set(spellingsOf[trait](value))]
    .filter((spelling) => spelling !== '')
    .map((spelling) => createHmac('sha256', key).update(`${trait}/${spelling}`).digest());
}

/** Ignored in comparisons: case, accents, spaces and punctuation, and the order of words in names. */
const spellingsOf: Readonly<Record<IndexedTrait, (value: string) => string[]>> = {
  issuedDocument: (value) => spellingsOfNumber(lettersAndDigits(value, '/')),
  documentNumber: (value) => spellingsOfNumber(lettersAndDigits(value)),
  // A document may print `Müller` as MULLER or MUELLER, and people may type either.
  fullName: (value) => transliterationsOf(value.normalize('NFKC')).map(sortedWords),
  phoneNumber: (value) => [internationalNumber(value)],
  // A person could register again with each of the many addresses of one mailbox.
  email: (value) => {
    const address = value.normalize('NFKC').trim().toLowerCase();
    return [address, mailboxOf(address)];
  },
};

/** Whether two numbers of one issuer are one number, written in two ways. */
export function isSameNumber(one: string, other: string): boolean {
  const spellings = spellingsOf.documentNumber(one);
  return spellingsOf.documentNumber(other).some((spelling) => spellings.includes(spelling));
}

/**
 * O and 0 look the same in print, and so do I and 1. The print confirms either, so a person who retypes the zone of their document would
 * otherwise be somebody else with each spelling.
 */
function spellingsOfNumber(value: string): string[] {
  // The type and the issuer before a number are words.
  const [, before = '', number = ''] = /^((?:[^/]*\/){0,2})(.*)$/.exec(value) ?? [];
  return [value, before + number.replaceAll('O', '0').replaceAll('I', '1')];
}

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

/** As E.164. A number without a plus sign is taken to start with its country code. */
function internationalNumber(value: string): string {
  const digits = value.normalize('NFKC').replaceAll(/\D/g, '');
  return digits === '' ? '' : `+${digits.replace(/^00/, '')}`;
}

/** The hash of a metadata key, or of a key with one scalar value. `path`: `order.number` for nested keys. */
export function metadataIndexOf(key: Buffer, path: string, value?: string): Buffer {
  const text = JSON.stringify(value === undefined ? [path] : [path, value]);
  return createHmac('sha256', key).update(`metadata/${text}`).digest();
}
