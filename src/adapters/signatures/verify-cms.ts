import { constants, createHash, createPublicKey, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type { SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import type { SignatureFault } from '../../domain/ports/pages/signature-verifier.ts';
import { parseSignedData } from './signed-data.ts';

/** The content of a mathematically correct signature. Whether its signer is a trusted issuer is a separate question. */
export interface VerifiedCms {
  signer: X509Certificate;
  /** Its other certificates, to build the chain from. */
  others: readonly X509Certificate[];
  /** The revocation lists that it includes, unverified. */
  lists: readonly Buffer[];
  claimedAt: Date | null;
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
} as const;
const hashes: Readonly<Partial<Record<string, string>>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Signature algorithms with their hashes. */
const signatureHashes: Readonly<Partial<Record<string, string>>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const mostCertificates = 20;
const mostLists = 20;
const fewestRsaBits = 2048;
const fewestEcBits = 256;

/**
 * Verifies a CMS signature (RFC 5652; PAdES and CAdES are profiles of it) over the parts of a file: one signer, signed attributes, SHA-2
 * and no older hash. `isEnvelope`: the signature contains the signed content, which is the only part; otherwise it must contain none.
 */
export function verifyCms(
  der: Buffer,
  signedParts: readonly Buffer[],
  { isEnvelope = false } = {},
): VerifiedCms | { fault: SignatureFault } {
  const data = parseSignedData(der);
  if ('fault' in data) return data;
  const [info] = data.signerInfos;
  if (info === undefined || data.signerInfos.length > 1) return { fault: 'unsupported' };
  // Content inside a signature that is embedded in a file would be signed instead of the file.
  if ((data.encapContentInfo.eContent !== undefined) !== isEnvelope) return { fault: 'unsupported' };
  const certificates = certificatesOf(data);
  const signer = certificates.find((certificate) => isSigner(certificate, info));
  if (signer === undefined) return { fault: 'malformed' };
  if (isWeakKey(signer)) return { fault: 'weak' };
  const hash = hashes[info.digestAlgorithm.algorithm];
  if (hash === undefined) return { fault: 'weak' };
  if (info.signedAttrs === undefined) return { fault: 'unsupported' };
  const attributes = readAttributes(info);
  if (attributes?.contentType !== oids.data) return { fault: 'malformed' };
  const digest = createHash(hash);
  for (const part of signedParts) digest.update(part);
  if (!isSame(digest.digest(), attributes.messageDigest)) return { fault: 'changed' };
  if (attributes.certificateHash !== null && !isSame(sha256(signer.raw), attributes.certificateHash))
    return { fault: 'malformed' };
  // They are signed as a SET and stored under another tag: the verified bytes must be the stored ones.
  const signed = setOf(info.signedAttrs.map((attribute) => Buffer.from(AsnConvert.serialize(attribute))));
  if (!der.includes(Buffer.concat([Buffer.of(0xa0), signed.subarray(1)]))) return { fault: 'malformed' };
  const isRight = isSignedBy(signer, signed, info, hash);
  if (isRight === null) return { fault: 'unsupported' };
  if (!isRight) return { fault: 'changed' };
  return {
    signer,
    others: certificates.filter((other) => other !== signer),
    lists: (data.crls ?? []).slice(0, mostLists).map((list) => Buffer.from(list)),
    claimedAt: attributes.signingTime,
  };
}

function certificatesOf({
  certificates = [],
}: {
  certificates?: Iterable<{ certificate?: unknown }>;
}): X509Certificate[] {
  return [...certificates].slice(0, mostCertificates).flatMap(({ certificate }) => {
    if (certificate === undefined) return [];
    try {
      return [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))];
    } catch {
      return [];
    }
  });
}

/** By issuer and serial number, or by the key's identifier. */
function isSigner(certificate: X509Certificate, { sid }: SignerInfo): boolean {
  const { issuerAndSerialNumber, subjectKeyIdentifier } = sid;
  if (issuerAndSerialNumber !== undefined) {
    const serial = Buffer.from(issuerAndSerialNumber.serialNumber).toString('hex').replace(/^0+/, '').toUpperCase();
    const issuer = Buffer.from(AsnConvert.serialize(issuerAndSerialNumber.issuer));
    return certificate.serialNumber.replace(/^0+/, '') === serial && certificate.raw.includes(issuer);
  }
  return subjectKeyIdentifier !== undefined && certificate.raw.includes(Buffer.from(subjectKeyIdentifier.buffer));
}

/** @internal Shared with the chain: a weak key is not accepted. */
export function isWeakKey({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'rsa' || type === 'rsa-pss') return (details?.modulusLength ?? 0) < fewestRsaBits;
  if (type === 'ec') return bitsOfCurve(details?.namedCurve) < fewestEcBits;
  return type !== 'ed25519' && type !== 'ed448';
}

function bitsOfCurve(name: string | undefined): number {
  return Number(/(\d{3})/.exec(name ?? '')?.[1] ?? 0);
}

interface Attributes {
  contentType: string;
  messageDigest: Buffer;
  signingTime: Date | null;
  certificateHash: Buffer | null;
}

/** Each attribute once, with one value: with two, one verifier would believe the first and another the second. */
function readAttributes({ signedAttrs = [] }: SignerInfo): Attributes | null {
  const values = new Map<string, Buffer>();
  for (const { attrType, attrValues } of signedAttrs) {
    const [value, second] = attrValues;
    if (value === undefined || second !== undefined || values.has(attrType)) return null;
    values.set(attrType, Buffer.from(value));
  }
  const [contentType, digest] = [values.get(oids.contentType), values.get(oids.messageDigest)];
  if (contentType === undefined || digest === undefined) return null;
  try {
    return {
      contentType: readOid(contentType),
      messageDigest: Buffer.from(AsnConvert.parse(digest, OctetString).buffer),
      signingTime: readTime(values.get(oids.signingTime)),
      certificateHash: readCertificateHash(values.get(oids.signingCertificateV2)),
    };
  } catch {
    return null;
  }
}

function setOf(items: readonly Buffer[]): Buffer {
  const content = Buffer.concat([...items]);
  const { length } = content;
  const ofLength =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.of(0x31, ...ofLength), content]);
}

/** Only `data` is requested. */
function readOid(der: Buffer): string {
  return der.equals(dataOid) ? oids.data : 'other';
}
const dataOid = Buffer.from('06092a864886f70d010701', 'hex');

/** UTCTime or GeneralizedTime, in UTC as RFC 5652 requires. */
function readTime(der: Buffer | undefined): Date | null {
  if (der === undefined) return null;
  const text = der.subarray(2).toString('latin1');
  const [, century = '', year, month, day, hour, minute, second] =
    /^(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (year === undefined) return null;
  const first = century === '' ? (Number(year) < 50 ? '20' : '19') : century;
  const at = new Date(`${first}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/**
 * ESSCertIDv2 (RFC 5035) of the first certificate, by its default hash: the last value of the innermost sequence. Null when another hash is
 * named, or none: then only issuer and serial number identify the certificate.
 */
function readCertificateHash(der: Buffer | undefined): Buffer | null {
  if (der === undefined) return null;
  let at = 0;
  // SigningCertificateV2, its certs, the first ESSCertIDv2.
  for (let depth = 0; depth < 3; depth += 1) {
    if (der[at] !== 0x30) return null;
    const length = der[at + 1] ?? 0;
    at += length < 0x80 ? 2 : 2 + length - 0x80;
  }
  return der[at] === 0x04 && der[at + 1] === 32 ? der.subarray(at + 2, at + 34) : null;
}

/** Null: this code does not verify the algorithm. */
function isSignedBy(signer: X509Certificate, signed: Buffer, info: SignerInfo, hash: string): boolean | null {
  const key = createPublicKey(signer.publicKey.export({ type: 'spki', format: 'pem' }));
  const signature = Buffer.from(info.signature.buffer);
  const algorithm = info.signatureAlgorithm.algorithm;
  const named = signatureHashes[algorithm];
  const type = key.asymmetricKeyType;
  try {
    if (algorithm === oids.rsaPss) {
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      return verify(hash, signed, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, signature);
    }
    if (algorithm === oids.rsa && type === 'rsa') return verify(hash, signed, key, signature);
    if (named === undefined) return type === 'ed25519' ? verify(null, signed, key, signature) : null;
    return verify(named, signed, key, signature);
  } catch {
    return false;
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
