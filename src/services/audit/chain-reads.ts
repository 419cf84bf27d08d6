import type { Database } from '../../domain/repositories/repositories.ts';

/** Batches in one statement, and statements in one run. */
const batchesAtOnce = 2;
const roundsAtMost = 20;

/**
 * Turns gathered readings into notes, whose chainers take each client apart: no chain is locked here, and a client whose chain
 * cannot be written keeps no other client's readings waiting. Answers how many lines were noted.
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
