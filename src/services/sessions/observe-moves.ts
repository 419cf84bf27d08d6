import type { Telemetry } from '../../domain/ports/telemetry.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';

type Move = Parameters<Repositories['verifications']['move']>;

/** Wraps the database to report the new status of verifications after each commit. A transaction that fails reports nothing. */
export function observeMoves(db: Database, telemetry: Pick<Telemetry, 'verificationMoved'>): Database {
  return {
    ...db,
    async transaction(work) {
      const moves: Move[] = [];
      const result = await db.transaction((tx) => work({ ...tx, verifications: watch(tx.verifications, moves) }));
      for (const [, status, changes] of moves) {
        const reasons = changes?.decision?.reasons ?? [];
        telemetry.verificationMoved(
          status,
          reasons.map(({ code }) => code),
        );
      }
      return result;
    },
  };
}

function watch(verifications: Repositories['verifications'], moves: Move[]): Repositories['verifications'] {
  return {
    ...verifications,
    async move(...move) {
      await verifications.move(...move);
      moves.push(move);
    },
  };
}
