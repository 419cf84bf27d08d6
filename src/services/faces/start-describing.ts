import type { Database } from '../../domain/repositories/repositories.ts';

/**
 * Starts a job for each client that computes templates of its enrolled faces with the current model. A client whose job still runs gets no
 * second one. `again` includes faces whose pictures were not found before. Returns the number of clients whose job was started.
 */
export function createStartDescribing({ db }: { db: Database }) {
  return async function startDescribing({ again }: { again: boolean }): Promise<number> {
    const queued = await db.transaction(async (tx) => {
      if (again) await tx.enrolledFaces.reopen();
      const underWay = new Set((await tx.outbox.listUnfinished('faces.describe')).map(({ clientId }) => clientId));
      const clients = (await tx.enrolledFaces.listClients()).filter((clientId) => !underWay.has(clientId));
      return tx.outbox.addAll(
        'faces.describe',
        clients.map((clientId) => ({ payload: { clientId }, clientId })),
      );
    });
    return queued.length;
  };
}
