import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { EncryptionConfiguration, PublicKey } from '../../domain/encryption/encryption-configuration.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { isUsableKey } from './encrypt-to.ts';

/** Registers a public key that verifications can be encrypted to. @throws Problem `request.invalid` for a weak or broken key. */
export function createCreateConfiguration({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function createConfiguration(
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
  };
}
