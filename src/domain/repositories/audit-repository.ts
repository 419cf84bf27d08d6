import type { AuditNote } from '../audit.ts';

export interface AuditRepository {
  /**
   * Adds the lines to their clients' chains, in the order given. Inside a transaction they are written with the change that they
   * tell of, or not at all; until its end other writers of the same client wait, so it comes last.
   */
  append(notes: readonly AuditNote[]): Promise<void>;
}
