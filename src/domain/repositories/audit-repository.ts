import type { AuditEntry, AuditNote } from '../privacy/audit.ts';

export interface AuditFilter {
  from?: Date | undefined;
  to?: Date | undefined;
  actorId?: string | undefined;
  action?: string | undefined;
  subjectId?: string | undefined;
}

/** The authenticated end of a client's chain; null when there is none. `genuine`: its MAC is right. */
export interface StoredAuditEnd {
  sequence: number;
  hash: Buffer;
  genuine: boolean;
}

export interface AuditRepository {
  /**
   * Notes the lines for their clients' logs, in the given order. Inside a transaction they are committed with the change that they
   * describe, or not at all. A note waits for nobody and delays nobody; `link` moves it into the chain.
   */
  append(notes: readonly AuditNote[]): Promise<void>;
  /**
   * Moves the client's oldest notes into its chain, at most `limit`, and returns their number. Requires a transaction, and holds the
   * chain's lock until it ends.
   */
  link(clientId: string, limit: number): Promise<number>;
  /** Clients with notes whose id falls into one of `of` ranges. */
  listWaiting(part: { of: number; range: number }): Promise<string[]>;
  /** The time of the oldest line that is not in the chain; reads are counted for all clients together. Null when none is waiting. */
  findWaitingSince(clientId: string): Promise<Date | null>;
  /** Stores a batch of reads that are not noted yet: one row, whatever its size. */
  keepReads(notes: readonly AuditNote[]): Promise<void>;
  /** Notes the lines of the oldest batches of reads, so that each client's chain processes them separately. Returns the number of lines. */
  noteReads(limit: number): Promise<number>;
  /** Newest first: those before the sequence number `before`. */
  list(
    clientId: string,
    page: { limit: number; before: number | null },
    filter: AuditFilter,
  ): Promise<Omit<AuditEntry, 'previousHash'>[]>;
  /** Oldest first, whatever its action is: a row that was tampered with may contain anything. */
  listAfter(clientId: string, sequence: number, limit: number): Promise<AuditEntry[]>;
  findEnd(clientId: string): Promise<StoredAuditEnd | null>;
  /** Clients with entries or an end, ordered by id. */
  listClients(): Promise<string[]>;
}
