import type { SignatureSignal, TextLine } from '../ports/pages/page-reader.ts';
import type { FileSignature, SignatureFault } from '../ports/pages/signature-verifier.ts';

const seen: Readonly<Record<SignatureFault, string>> = {
  malformed: 'A signature of the file is not made as signatures are.',
  not_whole_file: 'Something was added to the file after it was signed.',
  changed: 'The file is not what was signed.',
  weak: 'A signature of the file uses a hash or key that can be forged.',
  certificate_not_for_this: 'The certificate of a signature is not for documents.',
  certificate_revoked: 'The certificate of a signature was revoked.',
  unsupported: 'The signature is of a sort that is not verified.',
  no_issuers: 'No issuer is known whose signature counts.',
  not_an_issuer: 'The signer is no issuer that is known.',
  certificate_expired: 'The certificate of the signature is not in force.',
  revocation_unknown: 'Whether the certificate of the signature was revoked is not known.',
};

/** A wrong signature is a doubt, and a valid one of a known issuer is none. Null without a signature, and when it cannot be verified. */
export function signatureSignal(signature: FileSignature | null): SignatureSignal | null {
  if (signature === null || signature.state === 'unknown') return null;
  const evidence = signature.fault === null ? 'An issuer signed the whole file.' : seen[signature.fault];
  if (signature.state === 'invalid') return { score: 1, area: null, evidence };
  return { score: 0, area: null, evidence, issues: signature.issues };
}

/** Marks the text that is in the file and also visible on its page: it is what the issuer signed. */
export function withSignedText(lines: readonly TextLine[], textLayer: readonly TextLine[]): TextLine[] {
  const signed = new Set(textLayer.map(({ text }) => text));
  return lines.map((line) => (signed.has(line.text) ? { ...line, signed: true } : line));
}
