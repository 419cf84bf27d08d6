/** That somebody, or one attempt of theirs, was erased. Ids alone. */
export interface ErasureLine {
  clientId: string;
  identityId: string;
  /** Null: the whole person. */
  verificationId: string | null;
  erasedAt: string;
}
