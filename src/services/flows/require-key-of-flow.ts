import type { FlowDocument } from '../../contract/flows/flow-document.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/** @throws Problem `request.invalid` when a flow names a key that its client does not have */
export async function requireKeyOfFlow(
  tx: Pick<Repositories, 'encryptionConfigurations'>,
  clientId: string,
  { encryptionConfigurationId }: Pick<FlowDocument, 'encryptionConfigurationId'>,
): Promise<void> {
  if (encryptionConfigurationId === null) return;
  if (await tx.encryptionConfigurations.hold(clientId, encryptionConfigurationId)) return;
  const detail = 'is not an encryption configuration of this client';
  const code = 'metadata.unknown_encryption_configuration';
  throw new Problem('request.invalid', {
    errors: [{ pointer: '/document/encryptionConfigurationId', code, detail }],
  });
}
