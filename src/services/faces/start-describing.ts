import type { Database } from '../../domain/repositories/repositories.ts';

/**
 * Has the enrolled faces of every client described by the model in use. A client whose work is not over gets no second one. `again`:
 * also those whose pictures were not found before. Answers for how many clients work was begun.
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
