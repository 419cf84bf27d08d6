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
   * Adds the lines to their clients' chains, in the order given. Inside a transaction they are written with the change that they
   * tell of, or not at all; until its end other writers of the same client wait, so it comes last.
   */
  append(notes: readonly AuditNote[]): Promise<void>;
  /** Keeps a batch of readings for the one writer that chains them: one row, whatever its size. */
  keepReads(notes: readonly AuditNote[]): Promise<void>;
  /** Takes the oldest batches, to be appended in the same transaction. */
  takeReads(limit: number): Promise<AuditNote[]>;
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
