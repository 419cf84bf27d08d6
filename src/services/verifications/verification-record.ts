import type { z } from 'zod';
import type { verificationSchema } from '../../contract/verification.ts';
import type { Media } from '../../domain/media/media.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { speaksForIdentity, whySilent, type Authority } from '../../domain/verifications/reverification.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { mergeFacts } from './merge-facts.ts';
import { encryptTo } from '../encryption/encrypt-to.ts';
import type { Flows } from '../flows/load-flow.ts';

type VerificationInput = z.input<typeof verificationSchema>;

type RecordTables = Pick<Repositories, 'stepRuns' | 'media' | 'flows' | 'encryptionConfigurations'>;

/**
 * The complete record of one attempt for the host-app backend. Extracted data is a JWE when the client chose a key. `plain`: readable, for
 * a person who reviews it here before it is sealed.
 */
export async function readVerificationRecord(
  db: RecordTables,
  flows: Flows,
  verification: Verification,
  { plain = false }: { plain?: boolean } = {},
): Promise<VerificationInput> {
  const { encryptionConfigurationId, sealedAt } = verification;
  const record = await plainRecordOf(db, flows, verification);
  if (encryptionConfigurationId === null) return record;
  const jwe = sealedAt === null ? await encryptedRecordOf(db, flows, verification) : verification.jwe;
  const sealed = { encryptionConfigurationId, sealedAt: sealedAt?.toISOString() ?? null, jwe };
  return plain && sealedAt === null ? { ...record, sealed } : { ...withoutExtracted(record), sealed };
}

/**
 * The extracted data and the device, for the holder of the private key: JSON in a compact JWE. Null: the key was removed, which is allowed
 * for attempts that ended without a verdict.
 */
export async function encryptedRecordOf(
  db: RecordTables,
  flows: Flows,
  verification: Verification,
): Promise<string | null> {
  const { clientId, id: verificationId, identityId, encryptionConfigurationId } = verification;
  const configuration = await db.encryptionConfigurations.find(clientId, encryptionConfigurationId ?? '');
  if (configuration === null) return null;
  const { steps, device } = await plainRecordOf(db, flows, verification);
  const runs = await db.stepRuns.list(verificationId);
  const data = mergeFacts({}, runs, { id: verificationId, encryptionConfigurationId: null });
  const content = { verificationId, identityId, data, steps, device };
  return encryptTo(configuration, Buffer.from(JSON.stringify(content), 'utf8'), 'application/json');
}

/** Outcomes and codes. Their evidence is for the holder of the key. */
function withoutExtracted(record: VerificationInput): VerificationInput {
  const steps = record.steps.map((step) => ({
    ...step,
    [stepRegistry[step.type].schema.resultKey]: null,
    checks: step.checks.map((check) => ({ ...check, data: null })),
  }));
  return { ...record, steps, device: null } as VerificationInput; // The shapes of the steps, with nulls.
}

async function plainRecordOf(
  db: Pick<Repositories, 'stepRuns' | 'media' | 'flows'>,
  flows: Flows,
  verification: Verification,
): Promise<VerificationInput> {
  const flow = await flows.getVersion(verification.flowVersionId, db);
  const stepRuns = await db.stepRuns.list(verification.id);
  const media = await db.media.listOfVerification(verification.id);
  const record: Record<keyof VerificationInput, unknown> = {
    id: verification.id,
    identityId: verification.identityId,
    status: verification.status,
    ...authorityOf(verification),
    flow: { id: flow.flowId, name: flow.name, version: flow.version },
    decision: verification.decision,
    language: verification.language,
    metadata: verification.metadata,
    deviceMetadata: verification.deviceMetadata,
    tags: verification.tags,
    assigneeId: verification.assigneeId,
    sealed: null,
    steps: stepRuns.map((run) => stepRecordOf(run, media)),
    inputsCompletedAt: verification.inputsCompletedAt?.toISOString() ?? null,
    createdAt: verification.createdAt.toISOString(),
    finishedAt: verification.finishedAt?.toISOString() ?? null,
    device: verification.device,
  };
  // The steps' evaluation wrote these parts. The schema checks them when the record is sent or stored.
  return record as VerificationInput;
}

export type SummarisedVerification = Pick<Verification, 'id' | 'createdAt' | 'finishedAt'> & Authority;

/** Who started an attempt, and whether its verdict is the identity's. */
export function authorityOf(attempt: Authority) {
  return {
    startedBy: attempt.startedBy,
    speaksForIdentity: speaksForIdentity(attempt),
    silentBecause: whySilent(attempt),
  };
}

/** The summary of one attempt. */
export function verificationSummaryOf(verification: SummarisedVerification) {
  return {
    id: verification.id,
    status: verification.status,
    ...authorityOf(verification),
    createdAt: verification.createdAt.toISOString(),
    finishedAt: verification.finishedAt?.toISOString() ?? null,
  };
}

function stepRecordOf(run: StepRun, media: readonly Media[]) {
  return {
    id: run.stepId,
    type: run.type,
    status: run.status,
    origin: run.origin,
    attempts: run.status === 'waiting' ? run.attempt - 1 : run.attempt,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    [stepRegistry[run.type].schema.resultKey]: run.outcome?.record ?? null,
    checks: run.outcome?.checks ?? [],
    media: media
      .filter((file) => file.stepRunId === run.id && file.attempt === run.attempt)
      .map(({ id, kind, contentType, origin, capture }) => ({
        id,
        kind,
        contentType,
        origin,
        capture: capture && { source: capture.source, session: capture.session },
        url: `/v2/media/${id}`,
      })),
  };
}
