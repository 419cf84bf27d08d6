import type { ErasureLine } from '../privacy/erasure.ts';

/** A record of erasures outside the database, which survives a restore of the database. Append-only. */
export interface ErasureLedger {
  /** Writing the same erasure twice leaves one line. */
  append(line: ErasureLine): Promise<void>;
  list(): AsyncIterable<ErasureLine>;
}
