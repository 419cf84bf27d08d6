/** Deletes what is known about people. The rows of the person and their attempts stay, empty, with status `deleted`. */
export interface ErasureRepository {
  /** Every attempt of the identity, oldest first, which is the order of locking. */
  listVerifications(identityId: string): Promise<string[]>;
  /**
   * Empties these attempts of one identity: steps with their attempts and files, codes, messages, consents, events, analytics; sessions
   * end. The files' objects are marked for deletion. The caller holds the attempts' rows.
   */
  emptyVerifications(identityId: string, verificationIds: readonly string[]): Promise<void>;
  /** Destroys the data key and everything that does not belong to one attempt. The caller holds the identity's row. */
  emptyIdentity(identityId: string): Promise<void>;
  /** Deletes the data by which identities are found, which is then rebuilt from the remaining attempts. */
  forgetTraits(identityId: string): Promise<void>;
  /** Deletes an attempt's files and their objects. Returns their number. */
  removeMedia(verificationId: string): Promise<number>;
}
