import type { DocumentType } from '../../documents/document-type.ts';

/** `valid`: made by an issuer that the operator named, over the whole file. `unknown`: cannot be verified, which is not agreement. */
export const signatureStates = ['valid', 'invalid', 'unknown'] as const;

/** Why a signature is not valid. The first six make it invalid, the others leave it unknown. */
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

/** Documents that an issuer makes. */
export interface IssuedDocuments {
  type: DocumentType;
  /** ISO 3166-1 alpha-2 codes; null: of every country. */
  countries: readonly string[] | null;
}

/** The combined result of a file's signatures. */
export interface FileSignature {
  state: (typeof signatureStates)[number];
  /** Null for a valid one. */
  fault: SignatureFault | null;
  /** The operator's name for the issuer; null unless valid. */
  issuer: string | null;
  /** What this issuer's signature speaks for, according to the operator: a power company's does not for a passport. Missing unless valid. */
  issues?: readonly IssuedDocuments[] | undefined;
  /** The signing time according to the signer, ISO 8601; no other clock confirms it. */
  claimedAt: string | null;
}

export interface SignatureVerifier {
  /** A PDF, or a signed envelope around one. Null for a file without signatures. Never throws because of the file's content. */
  verify(file: Buffer, at: Date): FileSignature | null;
}
