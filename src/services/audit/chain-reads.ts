import type { Database } from '../../domain/repositories/repositories.ts';

/** Batches in one transaction, and transactions in one run: changes wait for the chain no longer than one of them takes. */
const batchesAtOnce = 2;
const roundsAtMost = 20;

/** Moves noted readings into the chains. One process at a time does this. Answers how many lines were written. */
export function createChainReads({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function chainReads(): Promise<number> {
    let chained = 0;
    for (let round = 0; round < roundsAtMost; round += 1) {
      const notes = await db.transaction((tx) => tx.audit.linkReads(batchesAtOnce));
      if (notes === 0) break;
      chained += notes;
    }
    return chained;
  };
}
