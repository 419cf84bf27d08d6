import { isRecordedLive, maxChallengesPerAttempt, type Challenge } from '../../domain/verifications/challenge.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { LivenessProviderFailed, LivenessProviderMissing } from '../../domain/ports/faces/liveness-providers.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { ChallengeSources } from '../../steps/challenge-drawing.ts';
import type { Flows } from '../flows/load-flow.ts';
import { findStep, lockWaitingStep, requireConsent, requireOpen, type StepInSession } from './step-in-session.ts';

/** Draws what the person has to do this time. Replaces an earlier challenge. */
export function createDrawChallenge({ db, flows, sources }: { db: Database; flows: Flows; sources: ChallengeSources }) {
  return async function drawChallenge(
    session: SessionOfVerification,
    stepId: string,
    { light }: { light: boolean },
    effect: Effect<Challenge> = unrecorded,
  ): Promise<Challenge> {
    requireOpen(session);
    const before = await findStep(db, flows, await db.verifications.get(session.verificationId), stepId);
    await refuseDrawing(before);
    const { drawing, attempt } = drawingOf(before);
    const { language } = before.verification;
    const challengeId = newId('challenge');
    // The provider is called before the transaction, so that no lock waits for it.
    const { config } = before.flowStep;
    const content = await asProblem(async () => drawing.draw(sources, { config, language, challengeId, light }));

    return db.transaction(async (tx) => {
      const { run, verification, flow } = await lockWaitingStep(tx, flows, session, stepId);
      if (run.attempt !== attempt.attempt) throw new Problem('step.not_waiting');
      if ((await tx.challenges.countOfAttempt(attempt)) >= maxChallengesPerAttempt) throw tooMany();
      const ttlSeconds = drawing.ttlSeconds(config);
      const drawn = await tx.challenges.create({ id: challengeId, ...attempt, content, ttlSeconds });
      await tx.verifications.extend(verification.id, flow.document.sessionTtlMinutes);
      await effect.record(tx, drawn);
      return drawn;
    });
  };

  async function refuseDrawing(found: StepInSession): Promise<void> {
    drawingOf(found);
    if (found.run.status !== 'waiting') throw new Problem('step.not_waiting');
    await requireConsent(db, found);
    const { id: stepRunId, attempt } = found.run;
    if ((await db.challenges.countOfAttempt({ stepRunId, attempt })) >= maxChallengesPerAttempt) throw tooMany();
  }
}

const tooMany = () => new Problem('challenge.too_many');

function drawingOf({ step, run, flowStep }: StepInSession) {
  const records = !isRecordedLive(step.schema.challenge) || step.recordedKind(flowStep.config) !== null;
  if (step.challenge === null || !records) throw new Problem('step.route_not_applicable');
  return { drawing: step.challenge, attempt: { stepRunId: run.id, attempt: run.attempt } };
}

async function asProblem<T>(draw: () => Promise<T>): Promise<T> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof LivenessProviderMissing) {
      throw new Problem('enhanced_liveness.provider_missing', { cause: error });
    }
    if (error instanceof LivenessProviderFailed) throw new Problem('service.unavailable', { cause: error });
    throw error;
  }
}
