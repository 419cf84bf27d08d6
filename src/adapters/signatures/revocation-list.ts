import { verify, type X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, CertificateList, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509';

/** What a list of revoked certificates (RFC 5280, 5) says, once it was read. Nobody has verified it yet. */
export interface RevocationList {
  issuer: Buffer;
  from: Date;
  /** When the next one is due. */
  until: Date;
  revoked: ReadonlySet<string>;
  signed: Buffer;
  signature: Buffer;
  algorithm: string;
}

/** What the lists say of a certificate. `unknown`: no list in force is by its issuer. */
export type RevocationState = 'good' | 'revoked' | 'unknown';

/** Those that say nothing of which entries the list holds: its number, its issuer's key, and where fresher ones are. */
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
/** The clock of who made the list may be ahead by this. */
const clockMs = 10 * 60_000;

/**
 * Null for what is no list, for one that says no time of the next, and for lists of a part of the certificates (partitions, deltas, other
 * issuers' certificates): that a certificate is not among these says nothing.
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

/** What lists that the issuer of a certificate signed, and that are in force, say of it. One that revokes it outweighs all others. */
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

/** Null where the certificate may not sign such lists. */
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
