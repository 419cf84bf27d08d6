import type { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import type { FileSignature, SignatureFault, SignatureVerifier } from '../../domain/ports/pages/signature-verifier.ts';
import { openSignedPdf, type SignedEnvelope } from '../../domain/documents/signed-envelope.ts';
import { findChainFault } from './certificate-chain.ts';
import type { SigningIssuer } from './read-issuers.ts';
import { readRevocationList } from './revocation-list.ts';
import { findSignedRanges, type SignedRange } from './signed-ranges.ts';
import { verifyCms } from './verify-cms.ts';

/** These are evidence against the file; with the others, nobody here can tell. */
const speaking: readonly SignatureFault[] = [
  'malformed',
  'not_whole_file',
  'changed',
  'weak',
  'certificate_not_for_this',
  'certificate_revoked',
];
/** A signer's clock may be ahead by this much. */
const clockMs = 24 * 60 * 60_000;

/**
 * Verifies the signatures of PDFs (PAdES and its CMS predecessor), and of signed envelopes around a PDF (CAdES, `.p7s`). A file is valid
 * only if its last signature covers every byte: shadow attacks add pages, fields and layers after an issuer's signature. Earlier signatures
 * must be right, too.
 */
export function createPdfSignatureVerifier(issuers: readonly SigningIssuer[]): SignatureVerifier {
  function judge(file: Buffer, ranges: readonly SignedRange[], at: Date): FileSignature {
    let last = faulty('malformed');
    for (const range of ranges) {
      last = judgeRange(file, range, at);
      if (last.state === 'invalid') return last;
    }
    const end = ranges.at(-1)?.end;
    return end === file.length ? last : faulty('not_whole_file', last.claimedAt);
  }

  function judgeRange(file: Buffer, { gapStart, gapEnd, end, der }: SignedRange, at: Date): FileSignature {
    return judgeCms(verifyCms(der, [file.subarray(0, gapStart), file.subarray(gapEnd, end)]), at);
  }

  function judgeEnvelope(file: Buffer, { content, end }: SignedEnvelope, at: Date): FileSignature {
    if (end !== file.length) return faulty('not_whole_file');
    return judgeCms(verifyCms(file, [content], { isEnvelope: true }), at);
  }

  function judgeCms(verified: ReturnType<typeof verifyCms>, at: Date): FileSignature {
    if ('fault' in verified) return faulty(verified.fault);
    const { signer, others, claimedAt } = verified;
    const claimed = claimedAt?.toISOString() ?? null;
    if (claimedAt !== null && !isPossible(claimedAt, signer, at)) return faulty('malformed', claimed);
    if (issuers.length === 0) return faulty('no_issuers', claimed);
    const brought = verified.lists.flatMap((list) => readRevocationList(list) ?? []);
    let fault: SignatureFault = 'not_an_issuer';
    for (const issuer of issuers) {
      if (!isNamed(signer, issuer)) continue;
      const lists = issuer.revocation === 'not_checked' ? null : [...brought, ...issuer.revocationLists()];
      const chainFault = findChainFault(signer, { others, roots: issuer.roots, at, lists });
      if (chainFault === null) {
        return { state: 'valid', fault: null, issuer: issuer.name, issues: issuer.issues, claimedAt: claimed };
      }
      // Missing information does not undo a revocation.
      if (fault !== 'certificate_revoked') fault = chainFault;
    }
    return faulty(fault, claimed);
  }

  function verifyPdf(pdf: Buffer, at: Date): FileSignature | null {
    const ranges = findSignedRanges(pdf);
    if ('fault' in ranges) return faulty(ranges.fault);
    return ranges.length === 0 ? null : judge(pdf, ranges, at);
  }

  function verifyFile(file: Buffer, at: Date): FileSignature | null {
    const envelope = openSignedPdf(file);
    if (envelope === null) return verifyPdf(file, at);
    const around = judgeEnvelope(file, envelope, at);
    const within = verifyPdf(envelope.content, at);
    // A wrong signature is a doubt, wherever it is. If the others are right, one by an issuer is enough, because each covers the whole PDF.
    if (within === null || around.state === 'invalid') return around;
    return within.state === 'unknown' ? around : within;
  }

  return {
    verify(file, at) {
      try {
        return verifyFile(file, at);
      } catch {
        // OpenSSL throws on the first use of an invalid key, wherever that is.
        return faulty('malformed');
      }
    },
  };
}

function faulty(fault: SignatureFault, claimedAt: string | null = null): FileSignature {
  return { state: speaking.includes(fault) ? 'invalid' : 'unknown', fault, issuer: null, claimedAt };
}

function isPossible(claimedAt: Date, { validFrom, validTo }: X509Certificate, at: Date): boolean {
  const time = claimedAt.getTime();
  return time <= at.getTime() + clockMs && time >= Date.parse(validFrom) && time <= Date.parse(validTo);
}

/** Each name once: of two organizations, nobody knows which one the authority checked. */
function isNamed(certificate: X509Certificate, { signer }: SigningIssuer): boolean {
  const names = subjectOf(certificate);
  const says = (type: string, wanted: string | undefined) => {
    const said = names.filter((name) => name.type === type);
    return wanted === undefined || (said.length === 1 && said[0]?.value === wanted);
  };
  return says(organization, signer.organization) && says(commonName, signer.commonName);
}

const organization = '2.5.4.10';
const commonName = '2.5.4.3';

function subjectOf({ raw }: X509Certificate): { type: string; value: string }[] {
  const { subject } = AsnConvert.parse(raw, Certificate).tbsCertificate;
  return [...subject].flatMap((set) => [...set].map(({ type, value }) => ({ type, value: value.toString() })));
}
