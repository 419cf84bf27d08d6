import { Problem } from '../../domain/errors.ts';
import { reservedMetadataOf } from '../../domain/metadata.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Metadata } from '../../domain/verification.ts';

/**
 * Encrypts a new verification to the key that its metadata names, if any. Part of the transaction of the start.
 * @throws Problem `request.invalid` when the client has no such configuration.
 */
export async function chooseConfiguration(
  tx: Pick<Repositories, 'encryptionConfigurations'>,
  { clientId, verificationId, metadata }: { clientId: string; verificationId: string; metadata: Metadata },
): Promise<void> {
  const { encryptionConfigurationId } = reservedMetadataOf(metadata);
  if (encryptionConfigurationId === undefined) return;
  if (await tx.encryptionConfigurations.choose(clientId, encryptionConfigurationId, verificationId)) return;
  const pointer = '/metadata/encryptionConfigurationId';
  const detail = 'is not an encryption configuration of this client';
  throw new Problem('request.invalid', {
    errors: [{ pointer, code: 'metadata.unknown_encryption_configuration', detail }],
  });
}
