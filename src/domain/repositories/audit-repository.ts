import type { AuditCheckpointText } from '../encryption/audit-mac.ts';
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

/** A signed end of a client's chain, which stays when the chain continues. */
export interface AuditCheckpoint extends AuditCheckpointText {
  mac: Buffer;
}

/** What a log ends in, all read at one moment. */
export interface AuditTail {
  /** `held`: the log has the line that the end names, with its hash. */
  end: (StoredAuditEnd & { held: boolean }) | null;
  newest: { id: string; sequence: number } | null;
  /** The newest one; `held` as above. */
  checkpoint: (AuditCheckpoint & { held: boolean }) | null;
}

export interface AuditCheckpointRepository {
  /** Clients whose chain has grown since their newest checkpoint, by `lines` or at all in `ageMs`, or that have none. */
  listDue(limits: { lines: number; ageMs: number }): Promise<string[]>;
  /** Returns false when the checkpoint before it already has a successor. */
  keep(checkpoint: AuditCheckpoint): Promise<boolean>;
  /** The newest one that is not younger than `until`. */
  findUntil(clientId: string, until: Date): Promise<AuditCheckpoint | null>;
  /** The newest one at or before line `from`, and those after it, up to line `to`; oldest first. */
  listAround(clientId: string, lines: { from: number; to: number }): Promise<AuditCheckpoint[]>;
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
  /** Whether such batches are waiting. */
  hasReads(): Promise<boolean>;
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
  findTail(clientId: string): Promise<AuditTail>;
  /** Clients with entries or an end, ordered by id. */
  listClients(): Promise<string[]>;
}
