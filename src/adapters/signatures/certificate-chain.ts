import type { X509Certificate } from 'node:crypto';
import {
  type AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509';
import { AsnConvert } from '@peculiar/asn1-schema';
import type { SignatureFault } from '../../domain/ports/pages/signature-verifier.ts';
import { findRevocation, type RevocationList } from './revocation-list.ts';
import { isWeakKey } from './verify-cms.ts';

const longestChain = 6;
/** The critical extensions that this code understands. A certificate with another one is not accepted (RFC 5280, 4.2). */
const understood: readonly string[] = [id_ce_basicConstraints, id_ce_keyUsage, id_ce_extKeyUsage, '2.5.29.32'];
/** SHA-2 with RSA and with elliptic curves; Ed25519. */
const strong = /^1\.2\.840\.113549\.1\.1\.1[1-3]$|^1\.2\.840\.10045\.4\.3\.[234]$|^1\.3\.101\.112$/;
const pss = '1.2.840.113549.1.1.10';
/** A sequence that begins with tag 0, in which an algorithm names SHA-256, SHA-384 or SHA-512. Its length is one byte. */
const strongPss =
  /^\x30[^\x80-\xff]\xa0[^\x80-\xff]\x30[^\x80-\xff]\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02[\x01-\x03]/;
/**
 * These limit what an authority may certify, and are not evaluated here. RFC 5280 wants them critical; authorities also issue them as not
 * critical, so that old clients accept the certificate.
 */
const unevaluated: readonly string[] = [id_ce_nameConstraints];
/**
 * Extended key uses that allow a certificate to sign documents: any use, e-mail protection, document signing (RFC 9336), and document signing
 * of Adobe and Microsoft. An unknown use, such as sign-in with a smart card, does not.
 */
const documentUses = [
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
];
/** Uses that do not cover documents: servers, code, time stamps, status responses. */
const otherUses = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.3', '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9'];
/** The signing in of clients. Next to a use for documents it does no harm. */
const clientUse = '1.3.6.1.5.5.7.3.2';
/**
 * The most signatures of certificates to verify for one chain. Certificates that a stranger made may certify each other in millions of ways,
 * and an honest chain needs one for each certificate.
 */
const mostVerified = 50;

/**
 * Whether a chain of certificates leads from the signer to one of the roots (RFC 5280, without name constraints and policies), with none of
 * them revoked. Null: it does. `lists`: the usable revocation lists, if revocation must be known; null if it need not be.
 */
export function findChainFault(
  signer: X509Certificate,
  {
    others,
    roots,
    at,
    lists,
  }: {
    others: readonly X509Certificate[];
    roots: readonly X509Certificate[];
    at: Date;
    lists: readonly RevocationList[] | null;
  },
): SignatureFault | null {
  const signs = describe(signer);
  if (!signs?.maySignDocuments) return signs?.isOfUnknownUse === true ? 'unsupported' : 'certificate_not_for_this';
  let verified = 0;
  const isRoot = (certificate: X509Certificate) =>
    roots.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256);

  function climb(certificate: X509Certificate, below: readonly X509Certificate[]): SignatureFault | null {
    if (below.length >= longestChain) return 'not_an_issuer';
    if (!isInForce(certificate, at)) return 'certificate_expired';
    if (isRoot(certificate)) return null;
    const { isStrong } = describe(certificate) ?? { isStrong: false };
    if (!isStrong || isWeakKey(certificate)) return 'weak';
    let fault: SignatureFault = 'not_an_issuer';
    for (const issuer of [...roots, ...others]) {
      if (below.includes(issuer) || !mayIssue(issuer, certificate, below.length)) continue;
      verified += 1;
      if (verified > mostVerified) return fault;
      if (!certificate.verify(issuer.publicKey)) continue;
      const further = climb(issuer, [...below, certificate]) ?? revocationFault(certificate, issuer);
      if (further === null) return null;
      // Another path to a root with less information does not undo a revocation.
      if (fault !== 'certificate_revoked') fault = further;
    }
    return fault;
  }

  function revocationFault(certificate: X509Certificate, issuer: X509Certificate): SignatureFault | null {
    if (lists === null) return null;
    const state = findRevocation(certificate, { issuer, lists, at });
    return state === 'good' ? null : state === 'revoked' ? 'certificate_revoked' : 'revocation_unknown';
  }
  return climb(signer, []);
}

/** By what both certificates say; whether the issuer did is for its signature to tell. */
function mayIssue(issuer: X509Certificate, certificate: X509Certificate, authoritiesBelow: number): boolean {
  if (issuer.fingerprint256 === certificate.fingerprint256 || !issuer.ca) return false;
  if (!certificate.checkIssued(issuer)) return false;
  const rules = describe(issuer);
  return rules !== null && rules.maySignCertificates && authoritiesBelow <= rules.mostAuthoritiesBelow;
}

/** Null: it cannot be read, or has an extension that limits it in a way that is not evaluated here. */
function describe({ raw }: X509Certificate) {
  try {
    const { tbsCertificate, signatureAlgorithm } = AsnConvert.parse(raw, Certificate);
    const extensions = tbsCertificate.extensions === undefined ? [] : [...tbsCertificate.extensions];
    const isBeyond = (extnID: string, critical: boolean) =>
      unevaluated.includes(extnID) || (critical && !understood.includes(extnID));
    if (extensions.some(({ critical, extnID }) => isBeyond(extnID, critical))) return null;
    const valueOf = (oid: string) => extensions.find(({ extnID }) => extnID === oid)?.extnValue.buffer;
    const [basic, usage, extended] = [id_ce_basicConstraints, id_ce_keyUsage, id_ce_extKeyUsage].map(valueOf);
    const flags = usage === undefined ? null : AsnConvert.parse(usage, KeyUsage).toNumber();
    const uses = extended === undefined ? [] : [...AsnConvert.parse(extended, ExtendedKeyUsage)];
    // Uses of an authority limit what it certifies: one for servers certifies no signer of documents.
    const isForDocuments = uses.length === 0 || uses.some((use) => documentUses.includes(use));
    const isForOthers = uses.some((use) => otherUses.includes(use));
    const documentFlags = KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
    const isKeyForDocuments = flags === null || (flags & documentFlags) !== 0;
    return {
      isStrong: isStrong(signatureAlgorithm),
      maySignDocuments: isKeyForDocuments && isForDocuments && !isForOthers,
      isOfUnknownUse: isKeyForDocuments && !isForDocuments && !isForOthers && uses.some((use) => use !== clientUse),
      maySignCertificates: flags !== null && (flags & KeyUsageFlags.keyCertSign) !== 0 && isForDocuments,
      mostAuthoritiesBelow:
        basic === undefined ? 0 : (AsnConvert.parse(basic, BasicConstraints).pathLenConstraint ?? 99),
    };
  } catch {
    return null;
  }
}

/** RSA's PSS names its hash in its parameters (RFC 4055, 3.1): without them it is SHA-1. */
function isStrong({ algorithm, parameters }: AlgorithmIdentifier): boolean {
  if (algorithm !== pss) return strong.test(algorithm);
  return parameters != null && strongPss.test(Buffer.from(parameters).toString('latin1'));
}

function isInForce({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);
}
