import type { z } from 'zod';
import type { verificationSchema } from '../contract/verification.ts';
import type { Media } from '../domain/media.ts';
import type { Repositories } from '../domain/repositories/repositories.ts';
import type { StepRun } from '../domain/step-run.ts';
import type { Verification } from '../domain/verification.ts';
import { stepRegistry } from '../steps/registry.ts';
import type { Flows } from './load-flow.ts';

type VerificationInput = z.input<typeof verificationSchema>;

/** One attempt, complete, as the host-app backend reads it. */
export async function readVerificationRecord(
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
    flow: { id: flow.flowId, name: flow.name, version: flow.version },
    decision: verification.decision,
    language: verification.language,
    metadata: verification.metadata,
    tags: verification.tags,
    sealed: null,
    steps: stepRuns.map((run) => stepRecordOf(run, media)),
    inputsCompletedAt: verification.inputsCompletedAt?.toISOString() ?? null,
    createdAt: verification.createdAt.toISOString(),
    finishedAt: verification.finishedAt?.toISOString() ?? null,
    device: verification.device,
  };
  // The steps' own parts were written by their evaluation; the schema checks them when the record goes out or is stored.
  return record as VerificationInput;
}

export type SummarisedVerification = Pick<Verification, 'id' | 'status' | 'createdAt' | 'finishedAt'>;

/** One attempt, in short. */
export function verificationSummaryOf(verification: SummarisedVerification) {
  return {
    id: verification.id,
    status: verification.status,
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
      .map(({ id, kind, contentType, origin }) => ({ id, kind, contentType, origin, url: `/v2/media/${id}` })),
  };
}
