import type { Clock } from '../../domain/ports/clock.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import type { StoredResult } from '../../domain/verifications/evaluation.ts';
import type { LiveChannel, StoredMessage } from '../../domain/ports/live-channel.ts';
import type { Telemetry } from '../../domain/ports/telemetry.ts';
import type { Database, DatabaseCaller, Repositories } from '../../domain/repositories/repositories.ts';
import type { StepJobName } from '../../domain/jobs/job.ts';
import type { StepTools } from '../../steps/step-tools.ts';
import { advanceVerification } from '../verifications/advance-verification.ts';
import { finishedStepsOf } from '../verifications/conclude-steps.ts';
import type { Flows } from '../flows/load-flow.ts';
import { withEarlierFindings } from '../verifications/earlier-findings.ts';
import { findStep } from './step-in-session.ts';
import { endWithMessage } from '../jobs/end-with-message.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { JobEnd, JobHandler } from '../jobs/run-job.ts';
import { appendStepMessage } from '../verifications/session-state.ts';
import { recordEvent } from '../verifications/verification-events.ts';

interface StepJobPayload {
  stepRunId: string;
  attempt: number;
}

/** The handler of every job that works on an attempt of a step: does the work, evaluates the result and advances the verification. */
export function createStepJobHandler<J extends StepJobName>({
  job,
  db,
  flows,
  tools,
  live,
  clock,
  engineVersion,
  telemetry,
  log,
}: {
  job: J;
  db: Database;
  flows: Flows;
  /** Null when a model is missing: this worker can then judge no step, and every check is an error. */
  tools: StepTools[J] | null;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  engineVersion: string;
  telemetry: Pick<Telemetry, 'noteVerification'>;
  log: Pick<Log, 'error'>;
}): JobHandler<J> {
  function endWith(payload: StepJobPayload, stored: StoredResult, caller: DatabaseCaller): JobEnd {
    return endWithMessage(live, (tx) => finishAttempt(tx, payload, stored), caller);
  }

  async function finishAttempt(
    tx: Repositories,
    { stepRunId, attempt }: StepJobPayload,
    stored: StoredResult,
  ): Promise<StoredMessage | null> {
    const found = await tx.stepRuns.find(stepRunId);
    // The verification was erased meanwhile: there is nothing to store.
    if (found === null) return null;
    const { verificationId, stepId } = found;
    const verification = await tx.verifications.lock(verificationId);
    // The verification was cancelled meanwhile, or the attempt has already ended: nothing needs the result.
    if (verification.status !== 'pending' && verification.status !== 'running') return null;
    const { flow, flowStep, run, runs, step } = await findStep(tx, flows, verification, stepId);
    if (run.status !== 'processing' || run.attempt !== attempt) return null;

    const at = await tx.verifications.readClock();
    const { input } = await tx.stepRuns.getAttempt(run.id, attempt);
    const earlier = finishedStepsOf(flow, runs);
    const evaluation = step.evaluate({ config: flowStep.config, input, stored, at, earlier });
    const mayRetake = attempt < flow.document.maxAttemptsPerStep && verification.status === 'pending';
    if (evaluation.retakeCodes.length > 0 && mayRetake) {
      await tx.stepRuns.returnForRetake(run, stored, evaluation.retakeCodes);
      await tx.verifications.extend(verification.id, flow.document.sessionTtlMinutes);
    } else {
      const outcome = await withEarlierFindings(tx, evaluation.outcome, {
        run,
        step,
        config: flowStep.config,
        at,
        earlier,
      });
      await tx.stepRuns.finish(run, stored, outcome, at);
      const content = { type: 'verification.step_completed', step: run } as const;
      await recordEvent(tx, { content, verification, flow, at });
    }
    const { sequence: updated } = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at });
    const advanced = await advanceVerification(tx, { verification, flow, flows, clock, engineVersion });
    return { verificationId, sequence: advanced ?? updated };
  }

  return {
    async work(payload, { mayWait }) {
      const run = await db.stepRuns.find(payload.stepRunId);
      if (run?.status !== 'processing' || run.attempt !== payload.attempt) return null;
      telemetry.noteVerification(run.verificationId);
      const verification = await db.verifications.get(run.verificationId);
      const caller = { clientId: verification.clientId, verificationId: verification.id };
      if (tools === null) return endWith(payload, { kind: 'broken', code: 'check.model_missing' }, caller);
      const { flowStep, step } = await findStep(db, flows, verification, run.stepId);
      if (step.job !== job) throw new Error(`a ${run.type} step is not the work of ${job}`);
      const files = await db.media.listOfAttempt(run.id, run.attempt);
      const { input } = await db.stepRuns.getAttempt(run.id, payload.attempt);
      const challenge =
        step.challenge === null
          ? null
          : await db.challenges.findUsed(
              { stepRunId: run.id, attempt: run.attempt },
              files.map(({ id }) => id),
            );
      const contact = step.code === null ? null : await db.codeSends.findConfirmed(run.id);
      const { config } = flowStep;
      const submitted = { config, input, files, challenge, contact, verificationId: verification.id, mayWait };
      const stored = await step.work(tools, submitted).then(
        (result): StoredResult => ({ kind: 'done', result }),
        (error: unknown): StoredResult => {
          if (!(error instanceof MediaDamaged)) throw error;
          log.error({ stepRunId: run.id }, 'a stored file is lost or damaged: its step goes to review');
          return { kind: 'broken', code: 'check.file_damaged' };
        },
      );
      return endWith(payload, stored, caller);
    },

    async onExhausted(payload) {
      const run = await db.stepRuns.find(payload.stepRunId);
      const caller = { clientId: null, verificationId: run?.verificationId ?? null };
      return endWith(payload, { kind: 'broken', code: 'check.broken' }, caller);
    },
  };
}
