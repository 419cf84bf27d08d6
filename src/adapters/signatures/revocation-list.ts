import { verify, type X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, CertificateList, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509';

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

/**
 * Null for invalid lists, for lists without a date of the next one, and for partial lists (partitions, deltas, other issuers'
 * certificates): a certificate's absence from these means nothing.
 */
export function readRevocationList(der: Buffer): RevocationList | null {
  try {
    const list = AsnConvert.parse(der, CertificateList);
    const { issuer, thisUpdate, nextUpdate, revokedCertificates = [], crlExtensions = [] } = list.tbsCertList;
    if (nextUpdate === undefined || list.tbsCertListRaw === undefined) return null;
    if (crlExtensions.some(({ extnID, critical }) => critical || !harmless.includes(extnID))) return null;
    if (revokedCertificates.some(({ crlEntryExtensions = [] }) => crlEntryExtensions.some(({ critical }) => critical)))
      return null;
    return {
      issuer: Buffer.from(AsnConvert.serialize(issuer)),
      from: thisUpdate.getTime(),
      until: nextUpdate.getTime(),
      revoked: new Set(
        revokedCertificates.map(({ userCertificate }) => serialOf(Buffer.from(userCertificate).toString('hex'))),
      ),
      signed: Buffer.from(list.tbsCertListRaw),
      signature: Buffer.from(list.signature),
      algorithm: list.signatureAlgorithm.algorithm,
    };
  } catch {
    return null;
  }
}

/** The statement about a certificate in the current lists that its issuer signed. A list that revokes it outweighs all others. */
export function findRevocation(
  certificate: X509Certificate,
  { issuer, lists, at }: { issuer: X509Certificate; lists: readonly RevocationList[]; at: Date },
): RevocationState {
  const name = subjectOf(issuer);
  if (name === null) return 'unknown';
  const usable = lists.filter((list) => list.issuer.equals(name) && isInForce(list, at) && isSignedBy(list, issuer));
  if (usable.length === 0) return 'unknown';
  const serial = serialOf(certificate.serialNumber);
  return usable.some(({ revoked }) => revoked.has(serial)) ? 'revoked' : 'good';
}

function serialOf(hex: string): string {
  return hex.replace(/^0+/, '').toLowerCase();
}

function isInForce({ from, until }: RevocationList, at: Date): boolean {
  return from.getTime() <= at.getTime() + clockMs && at.getTime() <= until.getTime();
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
