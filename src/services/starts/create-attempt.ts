import { newId } from '../../domain/id.ts';
import type { Language } from '../../domain/language.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Device, Metadata, StartedBy } from '../../domain/verifications/verification.ts';
import { chooseConfiguration } from '../encryption/choose-configuration.ts';
import type { Flow } from '../flows/load-flow.ts';

export interface NewAttempt {
  flow: Flow;
  /** Null: a new person. */
  identityId: string | null;
  startedBy: StartedBy;
  language: Language;
  metadata: Metadata;
  deviceMetadata: Metadata;
  device: Device | null;
  ttlMinutes: number;
}

/** Writes a verification with its steps and, if it is new, its identity. */
export async function createAttempt(
  tx: Repositories,
  { flow, identityId: known, startedBy, language, metadata, deviceMetadata, device, ttlMinutes }: NewAttempt,
): Promise<{ verificationId: string; identityId: string; startedAt: Date }> {
  const verificationId = newId('verification');
  const identityId = known ?? newId('identity');
  const { clientId } = flow;
  if (known === null) await tx.identities.create({ id: identityId, clientId });
  const { startedAt } = await tx.verifications.create({
    id: verificationId,
    clientId,
    identityId,
    flowVersionId: flow.versionId,
    startedBy,
    reverifies: known !== null,
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
  return { verificationId, identityId, startedAt };
}
