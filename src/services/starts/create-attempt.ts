import { newId } from '../../domain/id.ts';
import type { Language } from '../../domain/language.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Device, Metadata, StartedBy } from '../../domain/verifications/verification.ts';
import { chooseConfiguration } from '../encryption/choose-configuration.ts';
import type { Flow } from '../flows/load-flow.ts';

export interface NewAttempt {
  flow: Flow;
  identityId: string;
  startedBy: StartedBy;
  language: Language;
  metadata: Metadata;
  deviceMetadata: Metadata;
  device: Device | null;
  ttlMinutes: number;
}

/** Writes another verification of an identity, with its steps. The first one is written together with the identity. */
export async function createAttempt(
  tx: Repositories,
  { flow, identityId, startedBy, language, metadata, deviceMetadata, device, ttlMinutes }: NewAttempt,
): Promise<{ verificationId: string; startedAt: Date }> {
  const verificationId = newId('verification');
  const { clientId } = flow;
  const { startedAt } = await tx.verifications.create({
    id: verificationId,
    clientId,
    identityId,
    flowVersionId: flow.versionId,
    startedBy,
    reverifies: true,
    language,
    metadata,
    deviceMetadata,
    device,
    ttlMinutes,
  });
  await tx.stepRuns.createAll(
    flow.document.steps.map((step, position) => ({
      id: newId('stepRun'),
      verificationId,
      stepId: step.id,
      type: step.type,
      position,
    })),
  );
  await chooseConfiguration(tx, {
    clientId,
    verificationId,
    metadata,
    ofFlow: flow.document.encryptionConfigurationId,
  });
  return { verificationId, startedAt };
}
