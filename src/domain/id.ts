import { typeidUnboxed } from 'typeid-js';

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

export function newId<K extends IdKind>(kind: K): Id<K> {
  return typeidUnboxed(idPrefixes[kind]) as Id<K>; // The library's type loses the prefix.
}

/** The pattern of this kind of id. */
export function idPattern(kind: IdKind): RegExp {
  return patterns.get(idPrefixes[kind]) ?? /^$/;
}

export function isId<K extends IdKind>(kind: K, value: string): value is Id<K> {
  return idPattern(kind).test(value);
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

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
