import type { AuditEntry, AuditNote } from '../privacy/audit.ts';

export interface AuditFilter {
  from?: Date | undefined;
  to?: Date | undefined;
  actorId?: string | undefined;
  action?: string | undefined;
  subjectId?: string | undefined;
}

/** Where a client's chain ends by the authenticated word on it; null when there is none, `genuine` when its MAC is right. */
export interface StoredAuditEnd {
  sequence: number;
  hash: Buffer;
  genuine: boolean;
}

export interface AuditRepository {
  /**
   * Notes the lines for their clients' logs, in the order given. Inside a transaction they are written with the change that they
   * tell of, or not at all. A note waits for nobody and keeps nobody waiting; `link` puts it into the chain.
   */
  append(notes: readonly AuditNote[]): Promise<void>;
  /**
   * Moves the client's oldest notes into its chain, at most `limit`, and answers how many. It holds the chain's lock until the
   * transaction ends, and needs one.
   */
  link(clientId: string, limit: number): Promise<number>;
  /** Clients with notes, those whose id falls into one of `of` ranges. */
  listWaiting(part: { of: number; range: number }): Promise<string[]>;
  /** The time of the oldest line that the chain lacks; readings count for all clients together. Null when none waits. */
  findWaitingSince(clientId: string): Promise<Date | null>;
  /** Keeps a batch of readings that are not noted yet: one row, whatever its size. */
  keepReads(notes: readonly AuditNote[]): Promise<void>;
  /** Notes the lines of the oldest batches of readings, so that each client's chain takes them apart. Answers how many lines. */
  noteReads(limit: number): Promise<number>;
  /** Newest first: those before the sequence number `before`. */
  list(
    clientId: string,
    page: { limit: number; before: number | null },
    filter: AuditFilter,
  ): Promise<Omit<AuditEntry, 'previousHash'>[]>;
  /** Oldest first, whatever its action says: a row that was tampered with may hold anything. */
  listAfter(clientId: string, sequence: number, limit: number): Promise<AuditEntry[]>;
  findEnd(clientId: string): Promise<StoredAuditEnd | null>;
  /** Clients that have entries or an end, in the order of their ids. */
  listClients(): Promise<string[]>;
}
