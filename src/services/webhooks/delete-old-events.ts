import type { Database } from '../../domain/repositories/repositories.ts';

const batch = 1_000;

/** Removes the events that are older than they are kept, with their deliveries and attempts. Answers how many. */
export function createDeleteOldEvents({ db }: { db: Pick<Database, 'webhookEvents'> }) {
  return async function deleteOldEvents(): Promise<number> {
    return db.webhookEvents.deleteOld(batch);
  };
}
