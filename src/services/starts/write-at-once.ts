import type { Effect } from '../../domain/jobs/effect.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Writes a start with one statement: alone, or in a transaction with the response where there is an Idempotency-Key. */
export async function writeAtOnce<Result>(
  db: Database,
  write: (starts: Database['starts']) => Promise<unknown>,
  { result, effect }: { result: Result; effect: Effect<Result> },
): Promise<Result> {
  if (effect.keyed) {
    await db.transaction(async (tx) => {
      await write(tx.starts);
      await effect.record(tx, result);
    });
  } else {
    await write(db.starts);
  }
  return result;
}
