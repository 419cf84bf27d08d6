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

/** A new verification, and what names the key that it is encrypted to. */
export interface ConfigurationChoice {
  clientId: string;
  verificationId: string;
  /** The backend's. */
  metadata: Metadata;
  ofFlow: string | null;
}

/** The key named in the backend's metadata, or else in the flow; null: the verification is not encrypted to the client. */
export function namedConfigurationOf({ metadata, ofFlow }: Pick<ConfigurationChoice, 'metadata' | 'ofFlow'>) {
  return reservedMetadataOf(metadata).encryptionConfigurationId ?? ofFlow;
}

/**
 * Encrypts a new verification to the key that was named, if one was. Part of the transaction that starts the verification: the key cannot
 * be deleted meanwhile.
 * @throws Problem `request.invalid` when the client has no such configuration
 */
export async function chooseConfiguration(
  tx: Pick<Repositories, 'encryptionConfigurations'>,
  { clientId, verificationId, metadata, ofFlow }: ConfigurationChoice,
): Promise<void> {
  const encryptionConfigurationId = namedConfigurationOf({ metadata, ofFlow });
  if (encryptionConfigurationId === null) return;
  if (await tx.encryptionConfigurations.choose(clientId, encryptionConfigurationId, verificationId)) return;
  // A key that a flow names cannot be deleted: later verifications would be stored unencrypted.
  if (encryptionConfigurationId === ofFlow) throw new Error('the key of a flow is gone');
  const detail = 'is not an encryption configuration of this client';
  throw new Problem('request.invalid', {
    errors: [{ pointer, code: 'metadata.unknown_encryption_configuration', detail }],
  });
}
