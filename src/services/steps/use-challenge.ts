import { isRecordedLive, uploadGraceSeconds, type Challenge } from '../../domain/verifications/challenge.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { ChallengeState } from '../../domain/repositories/challenge-repository.ts';
import type { MediaKind } from '../../domain/media/media-kind.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepInSession } from './step-in-session.ts';

const problemOfState = {
  notFound: 'challenge.not_found',
  used: 'challenge.used',
  expired: 'challenge.expired',
} as const satisfies Record<Exclude<ChallengeState, 'open'>, string>;

/** @throws Problem unless the challenge is open */
export function refuseUnless(state: Exclude<ChallengeState, 'open'>): never;
export function refuseUnless(state: ChallengeState): void;
export function refuseUnless(state: ChallengeState): void {
  if (state !== 'open') throw new Problem(problemOfState[state]);
}

/**
 * Checked before a recording is stored: its challenge must be valid now. A file that answers no challenge must not name one.
 * @throws Problem `challenge.required`, `challenge.not_found`, `challenge.used` or `challenge.expired`
 */
export async function requireChallenge(
  db: Pick<Repositories, 'challenges'>,
  { run, step, flowStep }: StepInSession,
  { kind, challengeId }: { kind: MediaKind; challengeId: string | null },
): Promise<void> {
  if (step.recordedKind(flowStep.config) !== kind) {
    if (challengeId !== null) throw new Problem('challenge.not_found');
    return;
  }
  if (challengeId === null) throw new Problem('challenge.required');
  refuseUnless(await db.challenges.look(challengeId, { stepRunId: run.id, attempt: run.attempt }));
}

/** Part of the transaction that stores the file: of two uploads with one challenge, one succeeds. */
export async function useChallenge(
  tx: Pick<Repositories, 'challenges'>,
  { run, step }: StepInSession,
  { challengeId, usedBy }: { challengeId: string | null; usedBy: string },
): Promise<void> {
  if (step.challenge === null || challengeId === null) return;
  const attempt = { stepRunId: run.id, attempt: run.attempt };
  // The end of a live recording's challenge includes its grace period.
  const graceSeconds = isRecordedLive(step.schema.challenge) ? 0 : uploadGraceSeconds;
  refuseUnless(await tx.challenges.use(challengeId, attempt, { usedBy, graceSeconds }));
}

/** A provider's check leaves no file here, so the submit uses up the challenge. @throws Problem `challenge.required` */
export async function useChallengeOfSubmit(
  tx: Pick<Repositories, 'challenges'>,
  { run, step }: StepInSession,
): Promise<void> {
  if (step.schema.challenge !== 'provider') return;
  const open = (await tx.challenges.listOpen(run.verificationId)).find(({ stepRunId }) => stepRunId === run.id);
  if (open === undefined) throw new Problem('challenge.required');
  const used = await tx.challenges.use(open.id, open, { usedBy: null, graceSeconds: 0 });
  if (used !== 'open') throw new Problem('challenge.required');
}

/** The challenge with what its recording consists of so far; null when it is not open. */
export async function findOpenChallenge(
  db: Pick<Repositories, 'challenges'>,
  { verificationId, challengeId }: { verificationId: string; challengeId: string },
): Promise<Challenge | null> {
  return (await db.challenges.listOpen(verificationId)).find(({ id }) => id === challengeId) ?? null;
}
