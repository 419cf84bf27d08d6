/** `valid`: made by an issuer that the operator named, over the whole file. `unknown`: nobody can say, which is no agreement. */
export const signatureStates = ['valid', 'invalid', 'unknown'] as const;

/** Why a signature is not valid: the first six make it invalid, the others leave it unknown. */
export const signatureFaults = [
  'malformed',
  'not_whole_file',
  'changed',
  'weak',
  'certificate_not_for_this',
  'certificate_revoked',
  'unsupported',
  'no_issuers',
  'not_an_issuer',
  'certificate_expired',
  'revocation_unknown',
] as const;
export type SignatureFault = (typeof signatureFaults)[number];

/** What the signatures of a file come to together. */
export interface FileSignature {
  state: (typeof signatureStates)[number];
  /** Null for a valid one. */
  fault: SignatureFault | null;
  /** The operator's name of the issuer; null unless valid. */
  issuer: string | null;
  /** By the signer's own word, ISO 8601: nobody else's clock says it. */
  claimedAt: string | null;
}

export interface SignatureVerifier {
  /** A PDF, or a signed envelope around one. Null for a file without signatures. What the file contains never makes it throw. */
  verify(file: Buffer, at: Date): FileSignature | null;
}
