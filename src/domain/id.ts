import { randomFillSync } from 'node:crypto';

/** The prefix of every kind of typed id: `idn_` + a UUIDv7 in base32, as in the TypeID specification 0.3. */
export const idPrefixes = {
  client: 'cli',
  flow: 'flw',
  flowVersion: 'flv',
  identity: 'idn',
  verification: 'ver',
  session: 'ses',
  stepRun: 'str',
  codeSend: 'cds',
  activity: 'act',
  media: 'med',
  challenge: 'chl',
  consent: 'cns',
  webhookEndpoint: 'whk',
  event: 'evt',
  delivery: 'dlv',
  apiToken: 'tok',
  encryptionConfiguration: 'enc',
  operator: 'opr',
  operatorSession: 'ops',
  passkey: 'psk',
  invitation: 'inv',
  auditEntry: 'aud',
  outbox: 'obx',
  message: 'msg',
  clockMove: 'clk',
  request: 'req',
} as const;

export type IdKind = keyof typeof idPrefixes;
export type Id<K extends IdKind> = `${(typeof idPrefixes)[K]}_${string}`;

/** Characters of every id: three of the prefix, the underscore and 26 of the UUID. */
export const idLength = 30;

/** The first of the 26 base32 characters holds three bits, so it is never above 7. */
const suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const patterns = new Map(Object.values(idPrefixes).map((prefix) => [prefix, new RegExp(`^${prefix}_${suffix}$`)]));

/** Drawn in advance. */
const randomWords = new Uint32Array(512);
let nextWord = randomWords.length;

/** 32 bits from the system's secure generator. */
function randomWord(): number {
  if (nextWord === randomWords.length) {
    randomFillSync(randomWords);
    nextWord = 0;
  }
  nextWord += 1;
  return randomWords[nextWord - 1] ?? 0;
}

/** The time of the newest id, in letters, and its counter. */
let newest = { ms: 0, time: '', counter: 0 };

/**
 * A new id: 48 bits of time, the version, a counter of 32 bits around the variant, and 42 random bits (RFC 9562). The counter begins anywhere
 * in its lower half each millisecond, so the ids that a process makes sort by their creation, even if its clock goes back.
 */
export function newId<K extends IdKind>(kind: K): Id<K> {
  const now = Date.now();
  if (now > newest.ms) newest = { ms: now, time: timeLetters(now), counter: randomWord() >>> 1 };
  else newest.counter += 1;
  const { time, counter } = newest;
  const [word, more] = [randomWord(), randomWord()];
  return `${idPrefixes[kind]}_${time}${
    letters((0b0111 << 6) | (counter >>> 26)) +
    letters((((counter >>> 20) & 63) << 4) | (0b10 << 2) | ((counter >>> 18) & 3)) +
    letters((counter >>> 8) & 1023) +
    letters(((counter & 255) << 2) | (word >>> 30)) +
    letters((word >>> 20) & 1023) +
    letters((word >>> 10) & 1023) +
    letters(word & 1023) +
    letters(more & 1023)
  }`;
}

/** The pattern of this kind of id. */
export function idPattern(kind: IdKind): RegExp {
  return patterns.get(idPrefixes[kind]) ?? /^$/;
}

export function isId<K extends IdKind>(kind: K, value: string): value is Id<K> {
  return idPattern(kind).test(value);
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** The two letters of every ten bits. */
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat();
const letters = (tenBits: number) => pairs[tenBits] ?? '';

/** 48 bits behind two zeros. */
function timeLetters(ms: number): string {
  const high = Math.floor(ms / 2 ** 30);
  const low = ms % 2 ** 30;
  return (
    letters(high >>> 10) +
    letters(high & 1023) +
    letters(low >>> 20) +
    letters((low >>> 10) & 1023) +
    letters(low & 1023)
  );
}

/** When an id was created, from its first 48 bits. Null for a malformed id. */
export function timeOfId(id: string): Date | null {
  const text = id.slice(id.indexOf('_') + 1);
  if (!new RegExp(`^${suffix}$`).test(text)) return null;
  let bits = 0n;
  for (const letter of text) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
  return new Date(Number(bits >> 80n));
}

/** The lowest id of this kind that can be created at that time: ids begin with the milliseconds since 1970 (RFC 9562, 48 bits). */
export function firstIdAt<K extends IdKind>(kind: K, at: Date): Id<K> {
  let bits = BigInt(Math.max(0, at.getTime())) << 80n;
  let suffix = '';
  for (let digit = 0; digit < 26; digit += 1) {
    suffix = `${alphabet[Number(bits & 31n)] ?? ''}${suffix}`;
    bits >>= 5n;
  }
  return `${idPrefixes[kind]}_${suffix}` as Id<K>; // 26 letters of the alphabet, as in the pattern.
}
