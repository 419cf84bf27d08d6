import type { ErasureLine } from '../privacy/erasure.ts';

/** What has been erased, kept apart from the database so that it outlives a restore of it. Lines are only ever added. */
export interface ErasureLedger {
  /** Writing the same erasure twice leaves one line. */
  append(line: ErasureLine): Promise<void>;
  list(): AsyncIterable<ErasureLine>;
}
