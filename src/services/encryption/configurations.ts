import type { EncryptionConfiguration, PublicKey } from '../../domain/encryption/encryption-configuration.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';
import { isUsableKey } from './encrypt-to.ts';

export type ConfigurationUseCases = ReturnType<typeof createConfigurationUseCases>;

/** The public keys to which a client's verifications can be encrypted. */
export function createConfigurationUseCases({
  db,
}: {
  db: Pick<Database, 'transaction' | 'encryptionConfigurations'>;
}) {
  return {
    /** Registers a public key for encrypting verifications. @throws Problem `request.invalid` for a weak or malformed key */
    async createConfiguration(
      { clientId, actorId }: ApiCaller,
      { name, publicKey }: { name: string; publicKey: PublicKey },
      effect: Effect<EncryptionConfiguration> = unrecorded,
    ): Promise<EncryptionConfiguration> {
      if (!(await isUsableKey(publicKey))) {
        const detail = 'is not a key that can be encrypted to, or is weaker than RSA of 2048 bits';
        throw new Problem('request.invalid', {
          errors: [{ pointer: '/publicKey', code: 'encryption.weak_key', detail }],
        });
      }
      return db.transaction(async (tx) => {
        const id = newId('encryptionConfiguration');
        const created = await tx.encryptionConfigurations.create({ id, clientId, name, publicKey });
        await effect.record(tx, created);
        await tx.audit.append([{ clientId, actorId, action: 'encryption_configuration.created', subjectId: id }]);
        return created;
      });
    },

    /** Another client's configuration is reported as not found. */
    async readConfiguration({ clientId }: ApiCaller, id: string): Promise<EncryptionConfiguration> {
      const configuration = await db.encryptionConfigurations.find(clientId, id);
      if (configuration === null) throw new Problem('encryption.configuration_not_found');
      return configuration;
    },

    /** Newest first. */
    async listConfigurations({ clientId }: ApiCaller, query: { limit: number; after?: string | undefined }) {
      const page = pageOfQuery('encryptionConfiguration', query);
      const rows = await db.encryptionConfigurations.list(clientId, { ...page, limit: page.limit + 1 });
      return toPage(rows, page.limit);
    },

    /**
     * Removes a key. Records that are encrypted to it stay encrypted. A key cannot be removed while verifications are still waiting to be
     * encrypted to it.
     */
    async deleteConfiguration({ clientId, actorId }: ApiCaller, subjectId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const end = await tx.encryptionConfigurations.delete(clientId, subjectId);
        if (end === 'notFound') throw new Problem('encryption.configuration_not_found');
        if (end === 'inUse') throw new Problem('encryption.configuration_in_use');
        await tx.audit.append([{ clientId, actorId, action: 'encryption_configuration.deleted', subjectId }]);
      });
    },
  };
}

/** A configuration in the shape of the contract. */
export function configurationRecordOf({ id, name, publicKey, createdAt }: EncryptionConfiguration) {
  return { id, name, publicKey, createdAt: createdAt.toISOString() };
}
