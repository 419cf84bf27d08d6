import { Problem } from '../../domain/faults/errors.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';

const pointer = '/metadata/encryptionConfigurationId';

/**
 * An encrypted attempt leaves neither face nor numbers behind, so that a device which chose encryption would choose the search for
 * duplicates away: the choice is the backend's. @throws Problem `request.invalid`
 */
export function refuseDeviceChoice(deviceMetadata: Metadata): void {
  if (reservedMetadataOf(deviceMetadata).encryptionConfigurationId === undefined) return;
  const detail = 'is for the backend to choose, with POST /v2/verifications';
  throw new Problem('request.invalid', { errors: [{ pointer, code: 'value.not_valid', detail }] });
}

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
  const detail = 'is not an encryption configuration of this client';
  throw new Problem('request.invalid', {
    errors: [{ pointer, code: 'metadata.unknown_encryption_configuration', detail }],
  });
}
