/** A session message that a transaction stored, to be announced after its commit. */
export interface StoredMessage {
  verificationId: string;
  sequence: number;
}

/**
 * Announces to other processes that a verification has a new session message. A lost call only costs delay, because messages are stored in
 * the database.
 */
export interface LiveChannel {
  announce(verificationId: string, sequence: number): void;
  /** Calls back on every announcement for this verification until the returned function is called. */
  subscribe(verificationId: string, onAnnouncement: (sequence: number) => void): () => void;
  close(): Promise<void>;
}
