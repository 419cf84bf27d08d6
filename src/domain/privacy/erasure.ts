/** The erasure of a person or of one of their attempts. Contains only ids. */
export interface ErasureLine {
  clientId: string;
  identityId: string;
  /** Null: the whole person. */
  verificationId: string | null;
  erasedAt: string;
}
