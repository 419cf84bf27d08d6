import 'reflect-metadata';
import { createHash, randomBytes, sign, webcrypto, KeyObject } from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { Certificate, id_ce_keyUsage, KeyUsage } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { SignedData } from '../../../src/adapters/signatures/signed-data.ts';

x509.cryptoProvider.set(webcrypto as never); // The package's types are those of a browser.

export interface Authority {
  certificate: x509.X509Certificate;
  keys: webcrypto.CryptoKeyPair;
}

/** A key of RSA signs with one hash. */
const rsa = (bits: number, isPss: boolean, hash: string) => ({
  name: isPss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5',
  hash,
  modulusLength: bits,
  publicExponent: new Uint8Array([1, 0, 1]),
});

const ec = { name: 'ECDSA', namedCurve: 'P-256' };

/** A certificate, made in the test; without `by` it signs itself. */
export async function certify({
  subject,
  by = null,
  isAuthority = by === null,
  listsRevoked = isAuthority,
  from = '2026-01-01',
  to = '2045-01-01',
  bits = null,
  isPss = false,
  hash = 'SHA-256',
  extensions = [],
}: {
  subject: string;
  by?: Authority | null;
  isAuthority?: boolean;
  /** Whether it may sign lists of revoked certificates. */
  listsRevoked?: boolean;
  from?: string;
  to?: string;
  /** Of an RSA key; null: a curve. */
  bits?: number | null;
  isPss?: boolean;
  hash?: string;
  extensions?: x509.Extension[];
}): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(bits === null ? ec : rsa(bits, isPss, hash), true, [
    'sign',
    'verify',
  ]);
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
  const usages = isAuthority ? [keyCertSign, ...(listsRevoked ? [cRLSign] : [])] : [digitalSignature];
  const usage = new KeyUsage(usages.reduce((flags: number, flag) => flags | flag, 0));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomBytes(8)
      .toString('hex')
      .replace(/^[89a-f0]/, '1'),
    subject,
    issuer: by === null ? subject : by.certificate.subject,
    notBefore: new Date(from),
    notAfter: new Date(to),
    publicKey: keys.publicKey,
    signingKey: (by?.keys ?? keys).privateKey,
    signingAlgorithm: { name: (by?.keys ?? keys).privateKey.algorithm.name, hash, saltLength: 20 },
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      new x509.Extension(id_ce_keyUsage, true, AsnConvert.serialize(usage)),
      ...extensions,
    ],
  }); // As above.
  return { certificate, keys };
}

/** A list of revoked certificates in DER, signed by an authority. */
export async function listRevoked(
  { certificate, keys }: Authority,
  {
    revoked = [],
    from = '2026-02-28',
    to = '2026-03-07',
    extensions = [],
  }: { revoked?: readonly Authority[]; from?: string; to?: string | null; extensions?: x509.Extension[] } = {},
): Promise<Buffer> {
  const list = await x509.X509CrlGenerator.create({
    issuer: certificate.subject,
    thisUpdate: new Date(from),
    ...(to !== null && { nextUpdate: new Date(to) }),
    entries: revoked.map((each) => ({
      serialNumber: each.certificate.serialNumber,
      revocationDate: new Date('2026-02-01'),
      reason: x509.X509CrlReason.keyCompromise,
    })),
    extensions,
    signingKey: keys.privateKey,
    signingAlgorithm: { name: keys.privateKey.algorithm.name, hash: 'SHA-256' },
  }); // As above.
  return Buffer.from(list.rawData);
}

const hashOids = { sha256: '2.16.840.1.101.3.4.2.1', sha1: '1.3.14.3.2.26' } as const;
const gapDigits = 16_000;

/** A PDF (as far as signatures go) that is signed over all of its bytes; `file` may be a signed one, to which this is added. */
export function signPdf(
  signer: Authority,
  {
    file = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n'),
    chain = [],
    hash = 'sha256',
    at = '260301120000Z',
    filling = '',
    lists = [],
  }: {
    file?: Buffer;
    chain?: readonly Authority[];
    hash?: keyof typeof hashOids;
    at?: string;
    filling?: string;
    lists?: readonly Buffer[];
  } = {},
): Buffer {
  const head = `${file.toString('latin1')}9 0 obj << /Type /Sig /SubFilter /ETSI.CAdES.detached /ByteRange [`;
  const tail = ' >> endobj\nstartxref\n0\n%%EOF\n';
  const number = (value: number) => String(value).padStart(10, '0');
  const gapStart = head.length + 4 * 10 + 3 + '] /Contents '.length;
  const gapEnd = gapStart + gapDigits + 2;
  const ranges = [0, gapStart, gapEnd, tail.length].map(number).join(' ');
  const before = Buffer.from(`${head}${ranges}] /Contents `, 'latin1');
  const after = Buffer.from(tail, 'latin1');
  const cms = makeCms(signer, [before, after], { chain, hash, at, lists }).toString('hex') + filling;
  return Buffer.concat([before, Buffer.from(`<${cms.padEnd(gapDigits, '0')}>`), after]);
}

/** A signed envelope (`.p7s`) around a PDF. */
export function signAround(
  signer: Authority,
  pdf: Buffer,
  { chain = [], lists = [] }: { chain?: readonly Authority[]; lists?: readonly Buffer[] } = {},
): Buffer {
  return makeCms(signer, [pdf], { chain, lists, hash: 'sha256', at: '260301120000Z', isEnvelope: true });
}

function makeCms(
  { certificate, keys }: Authority,
  parts: readonly Buffer[],
  {
    chain,
    hash,
    at,
    lists,
    isEnvelope = false,
  }: {
    chain: readonly Authority[];
    hash: keyof typeof hashOids;
    at: string;
    lists: readonly Buffer[];
    isEnvelope?: boolean;
  },
): Buffer {
  const digest = createHash(hash)
    .update(Buffer.concat([...parts]))
    .digest();
  const attribute = (attrType: string, value: Buffer) =>
    new Attribute({ attrType, attrValues: [toArrayBuffer(value)] });
  const time = Buffer.concat([Buffer.of(0x17, at.length), Buffer.from(at)]);
  const signedAttrs = [
    attribute('1.2.840.113549.1.9.3', Buffer.from('06092a864886f70d010701', 'hex')),
    attribute('1.2.840.113549.1.9.4', Buffer.from(AsnConvert.serialize(new OctetString(digest)))),
    attribute('1.2.840.113549.1.9.5', time),
  ];
  const parsed = AsnConvert.parse(certificate.rawData, Certificate);
  const algorithm = { algorithm: hashOids[hash] };
  const info = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: parsed.tbsCertificate.issuer,
        serialNumber: parsed.tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm: new DigestAlgorithmIdentifier(algorithm),
    signedAttrs,
    signatureAlgorithm: new SignatureAlgorithmIdentifier(algorithmOf(keys, hash)),
  });
  const content = Buffer.concat(signedAttrs.map((each) => Buffer.from(AsnConvert.serialize(each))));
  const attributes = Buffer.concat([Buffer.of(0x31, content.length), content]);
  const signature = sign(hash, attributes, KeyObject.from(keys.privateKey));
  info.signature = new OctetString(signature);
  const held = isEnvelope
    ? { eContent: new EncapsulatedContent({ single: new OctetString(Buffer.concat([...parts])) }) }
    : {};
  const data = Object.assign(new SignedData(), {
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([new DigestAlgorithmIdentifier(algorithm)]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1', ...held }),
    ...(lists.length > 0 && { crls: lists.map(toArrayBuffer) }),
    certificates: new CertificateSet(
      [certificate, ...chain.map((each) => each.certificate)].map(
        ({ rawData }) => new CertificateChoices({ certificate: AsnConvert.parse(rawData, Certificate) }),
      ),
    ),
    signerInfos: new SignerInfos([info]),
  });
  const whole = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: AsnConvert.serialize(data) });
  return Buffer.from(AsnConvert.serialize(whole));
}

function algorithmOf({ privateKey }: webcrypto.CryptoKeyPair, hash: keyof typeof hashOids) {
  if (privateKey.algorithm.name !== 'ECDSA') return { algorithm: '1.2.840.113549.1.1.1', parameters: null };
  return { algorithm: hash === 'sha1' ? '1.2.840.10045.4.1' : '1.2.840.10045.4.3.2' };
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
