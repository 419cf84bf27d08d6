import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** Removes a key. What is sealed to it stays so; while something is still to be sealed to it, it cannot go. */
export function createDeleteConfiguration({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function deleteConfiguration({ clientId, actorId }: ApiCaller, subjectId: string): Promise<void> {
    await db.transaction(async (tx) => {
      const end = await tx.encryptionConfigurations.delete(clientId, subjectId);
      if (end === 'notFound') throw new Problem('encryption.configuration_not_found');
      if (end === 'inUse') throw new Problem('encryption.configuration_in_use');
      await tx.audit.append([{ clientId, actorId, action: 'encryption_configuration.deleted', subjectId }]);
    });
  };
}
