import type { Repositories } from '../../domain/repositories/repositories.ts';

/** Whether specimens of documents count as documents in a verification: for clients in test mode only. */
export function createTakesSpecimens({ db }: { db: Pick<Repositories, 'clients' | 'verifications'> }) {
  return async function takesSpecimens(verificationId: string): Promise<boolean> {
    const { clientId } = await db.verifications.get(verificationId);
    return (await db.clients.find(clientId))?.mode === 'test';
  };
}
