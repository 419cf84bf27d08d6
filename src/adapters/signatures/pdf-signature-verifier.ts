import type { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import type { FileSignature, SignatureFault, SignatureVerifier } from '../../domain/ports/pages/signature-verifier.ts';
import { findChainFault } from './certificate-chain.ts';
import type { SigningIssuer } from './read-issuers.ts';
import { findSignedRanges, type SignedRange } from './signed-ranges.ts';
import { verifyCms } from './verify-cms.ts';

/** These speak against the file; the others say that nobody here can tell. */
const speaking: readonly SignatureFault[] = [
  'malformed',
  'not_whole_file',
  'changed',
  'weak',
  'certificate_not_for_this',
];
/** A signer's clock may be ahead by this. */
const clockMs = 24 * 60 * 60_000;

/**
 * Verifies the signatures of PDFs (PAdES and its CMS predecessor). Only a file whose last signature covers every byte is valid: pages,
 * fields and layers that were added behind an issuer's signature are what shadow attacks are made of. A signature that is older than the
 * last one has to be right, too.
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
    const verified = verifyCms(der, [file.subarray(0, gapStart), file.subarray(gapEnd, end)]);
    if ('fault' in verified) return faulty(verified.fault);
    const { signer, others, claimedAt } = verified;
    const claimed = claimedAt?.toISOString() ?? null;
    if (claimedAt !== null && !isPossible(claimedAt, signer, at)) return faulty('malformed', claimed);
    if (issuers.length === 0) return faulty('no_issuers', claimed);
    let fault: SignatureFault = 'not_an_issuer';
    for (const issuer of issuers) {
      if (!isNamed(signer, issuer)) continue;
      const chainFault = findChainFault(signer, { others, roots: issuer.roots, at });
      if (chainFault === null) return { state: 'valid', fault: null, issuer: issuer.name, claimedAt: claimed };
      fault = chainFault;
    }
    return faulty(fault, claimed);
  }

  return {
    verify(file, at) {
      const ranges = findSignedRanges(file);
      if ('fault' in ranges) return faulty(ranges.fault);
      return ranges.length === 0 ? null : judge(file, ranges, at);
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

/** Each name once: of two organizations nobody knows which one the authority checked. */
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
