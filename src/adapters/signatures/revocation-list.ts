import { verify, type X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, CertificateList, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509';
import { derValueAt, derValues, type DerValue } from './der-values.ts';

/** The parsed content of a revocation list (RFC 5280, 5). It is not verified yet. */
export interface RevocationList {
  issuer: Buffer;
  from: Date;
  /** When the next list is due. */
  until: Date;
  revoked: ReadonlySet<string>;
  signed: Buffer;
  signature: Buffer;
  algorithm: string;
}

/** What the lists say about a certificate. `unknown`: its issuer has no list in force. */
export type RevocationState = 'good' | 'revoked' | 'unknown';

/** Extensions that do not affect a list's entries: its number, its issuer's key, and where newer lists are. */
const harmless = ['2.5.29.20', '2.5.29.35', '2.5.29.46'];
/** Signature algorithms and their hashes; older ones can be forged. */
const hashes: Readonly<Partial<Record<string, string>>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
/** The list author's clock may be ahead by this much. */
const clockMs = 10 * 60_000;

const tags = { boolean: 0x01, integer: 0x02, sequence: 0x30, extensions: 0xa0, utcTime: 0x17, generalizedTime: 0x18 };

/**
 * Null for invalid lists, for lists without a date of the next one, and for partial lists (partitions, deltas, other issuers'
 * certificates): a certificate's absence from these means nothing. The library that reads everything else here stops at some thousand
 * values, so it gets the list without its entries.
 */
export function readRevocationList(der: Buffer): RevocationList | null {
  try {
    const entries = findEntries(der);
    const list = AsnConvert.parse(entries === null ? der : withoutEntries(der, entries), CertificateList);
    const { issuer, thisUpdate, nextUpdate, revokedCertificates, crlExtensions = [] } = list.tbsCertList;
    if (nextUpdate === undefined || revokedCertificates !== undefined) return null;
    if (crlExtensions.some(({ extnID, critical }) => critical || !harmless.includes(extnID))) return null;
    const revoked = entries === null ? new Set<string>() : readEntries(der, entries);
    if (revoked === null) return null;
    return {
      issuer: Buffer.from(AsnConvert.serialize(issuer)),
      from: thisUpdate.getTime(),
      until: nextUpdate.getTime(),
      revoked,
      signed: signedPartOf(der),
      signature: Buffer.from(list.signature),
      algorithm: list.signatureAlgorithm.algorithm,
    };
  } catch {
    return null;
  }
}

/** TBSCertList as it is in the list, because its signature covers these bytes. */
function signedPartOf(der: Buffer): Buffer {
  const list = derValueAt(der, 0, der.length);
  const { from, end } = derValueAt(der, list.start, list.end);
  return der.subarray(from, end);
}

/** `revokedCertificates`: the sequence that follows the dates. Null when there is none. */
function findEntries(der: Buffer): DerValue | null {
  const list = derValueAt(der, 0, der.length);
  const signed = derValueAt(der, list.start, list.end);
  const values = [...derValues(der, signed.start, signed.end)];
  const lastDate = values.findLastIndex(({ tag }) => tag === tags.utcTime || tag === tags.generalizedTime);
  const next = lastDate < 0 ? undefined : values[lastDate + 1];
  return next?.tag === tags.sequence ? next : null;
}

function withoutEntries(der: Buffer, { from, end }: DerValue): Buffer {
  const list = derValueAt(der, 0, der.length);
  const signed = derValueAt(der, list.start, list.end);
  const rest = sequenceOf([der.subarray(signed.start, from), der.subarray(end, signed.end)]);
  return sequenceOf([rest, der.subarray(signed.end, list.end)]);
}

function sequenceOf(parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat([...parts]);
  const head = Buffer.from([tags.sequence, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** The serial numbers of the entries. Null: one has a critical extension, and may be of another authority's certificate. */
function readEntries(der: Buffer, entries: DerValue): Set<string> | null {
  const revoked = new Set<string>();
  for (const entry of derValues(der, entries.start, entries.end)) {
    const [serial, , extensions] = derValues(der, entry.start, entry.end);
    if (entry.tag !== tags.sequence || serial?.tag !== tags.integer) throw new RangeError('no entry');
    if (extensions !== undefined && hasCritical(der, extensions)) return null;
    revoked.add(serialOf(der.toString('hex', serial.start, serial.end)));
  }
  return revoked;
}

function hasCritical(der: Buffer, extensions: DerValue): boolean {
  for (const extension of derValues(der, extensions.start, extensions.end)) {
    const [, critical] = derValues(der, extension.start, extension.end);
    if (critical?.tag === tags.boolean && der[critical.start] !== 0) return true;
  }
  return false;
}

/**
 * The statement about a certificate in the current lists that its issuer signed. A list that revokes it outweighs all others. A list that is
 * out of date still revokes, unless a newer one no longer does: a signature can include a list from before the revocation.
 */
export function findRevocation(
  certificate: X509Certificate,
  { issuer, lists, at }: { issuer: X509Certificate; lists: readonly RevocationList[]; at: Date },
): RevocationState {
  const name = subjectOf(issuer);
  if (name === null) return 'unknown';
  const own = lists.filter((list) => list.issuer.equals(name) && isSignedBy(list, issuer));
  const usable = own.filter((list) => isInForce(list, at));
  const serial = serialOf(certificate.serialNumber);
  const revoking = own.filter(({ from, revoked }) => isPast(from, at) && revoked.has(serial));
  const newest = Math.max(...usable.map(({ from }) => from.getTime()));
  if (revoking.some((list) => usable.includes(list) || list.from.getTime() >= newest)) return 'revoked';
  return usable.length === 0 ? 'unknown' : 'good';
}

function serialOf(hex: string): string {
  return hex.replace(/^0+/, '').toLowerCase();
}

function isInForce({ from, until }: RevocationList, at: Date): boolean {
  return isPast(from, at) && at.getTime() <= until.getTime();
}

function isPast(from: Date, at: Date): boolean {
  return from.getTime() <= at.getTime() + clockMs;
}

function isSignedBy({ algorithm, signed, signature }: RevocationList, issuer: X509Certificate): boolean {
  const hash = hashes[algorithm];
  try {
    return hash !== undefined && verify(hash, signed, issuer.publicKey, signature);
  } catch {
    return false;
  }
}

/** Null when the certificate may not sign such lists. */
function subjectOf({ raw }: X509Certificate): Buffer | null {
  try {
    const { subject, extensions } = AsnConvert.parse(raw, Certificate).tbsCertificate;
    const usage = extensions?.find(({ extnID }) => extnID === id_ce_keyUsage)?.extnValue.buffer;
    const mayList = usage !== undefined && (AsnConvert.parse(usage, KeyUsage).toNumber() & KeyUsageFlags.cRLSign) !== 0;
    return mayList ? Buffer.from(AsnConvert.serialize(subject)) : null;
  } catch {
    return null;
  }
}
