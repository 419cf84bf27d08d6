/** Takes away what is known of people. Rows of the person and of their attempts stay, empty, and say `deleted`. */
export interface ErasureRepository {
  /** Every attempt of the identity, oldest first: the order in which they are locked. */
  listVerifications(identityId: string): Promise<string[]>;
  /**
   * Empties these attempts of one identity: steps with their attempts and files, codes, messages, consents, events, analytics;
   * sessions end. The objects of the files are marked for deletion. The caller holds the attempts' rows.
   */
  emptyVerifications(identityId: string, verificationIds: readonly string[]): Promise<void>;
  /** Destroys the data key and everything that is not of one attempt. The caller holds the identity's row. */
  emptyIdentity(identityId: string): Promise<void>;
  /** Takes away what identities are found and recognised by, to be made again of the attempts that are left. */
  forgetTraits(identityId: string, options: { face: boolean }): Promise<void>;
  /** Takes the files of an attempt away, and their objects. Answers how many. */
  removeMedia(verificationId: string): Promise<number>;
}
