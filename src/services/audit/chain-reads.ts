import type { Database } from '../../domain/repositories/repositories.ts';

/** Batches per statement, and statements per run. */
const batchesAtOnce = 2;
const roundsAtMost = 20;

/**
 * Turns collected reads into notes. The chainers process each client separately, so this takes no lock on a chain, and a client whose chain
 * cannot be written delays nobody else's reads. Returns the number of lines noted.
 */
export function createChainReads({ db }: { db: { audit: Pick<Database['audit'], 'noteReads'> } }) {
  return async function chainReads(): Promise<number> {
    let noted = 0;
    for (let round = 0; round < roundsAtMost; round += 1) {
      const lines = await db.audit.noteReads(batchesAtOnce);
      if (lines === 0) break;
      noted += lines;
    }
    return noted;
  };
}
