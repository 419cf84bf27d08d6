import { Problem } from '../../domain/faults/errors.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';

const pointer = '/metadata/encryptionConfigurationId';

/**
 * An encrypted attempt leaves fewer traces by which duplicates are found. If a device could choose encryption, it could choose that check
 * away, so only the backend and the flow can.
 * @throws Problem `request.invalid`
 */
export function refuseDeviceChoice(deviceMetadata: Metadata): void {
  if (reservedMetadataOf(deviceMetadata).encryptionConfigurationId === undefined) return;
  const detail = 'is for the backend to choose, with POST /v2/verifications';
  throw new Problem('request.invalid', { errors: [{ pointer, code: 'value.not_valid', detail }] });
}

/**
 * Encrypts a new verification to the key named in the backend's metadata, or else in its flow. Part of the transaction that starts the
 * verification.
 * @throws Problem `request.invalid` when the client has no such configuration
 */
export async function chooseConfiguration(
  tx: Pick<Repositories, 'encryptionConfigurations'>,
  {
    clientId,
    verificationId,
    metadata,
    ofFlow,
  }: { clientId: string; verificationId: string; metadata: Metadata; ofFlow: string | null },
): Promise<void> {
  const { encryptionConfigurationId = ofFlow } = reservedMetadataOf(metadata);
  if (encryptionConfigurationId === null) return;
  if (await tx.encryptionConfigurations.choose(clientId, encryptionConfigurationId, verificationId)) return;
  // A key that a flow names cannot be deleted: later verifications would be stored unencrypted.
  if (encryptionConfigurationId === ofFlow) throw new Error('the key of a flow is gone');
  const detail = 'is not an encryption configuration of this client';
  throw new Problem('request.invalid', {
    errors: [{ pointer, code: 'metadata.unknown_encryption_configuration', detail }],
  });
}
