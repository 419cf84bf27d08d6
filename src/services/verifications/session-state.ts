import { lightFadeMs, lightStepCount, lightStepMs } from '../../domain/verifications/light-colours.ts';
import type { NewSocketMessage } from '../../contract/sessions/socket-message.ts';
import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { isReasonCode, isRetakeCode, type ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Challenge } from '../../domain/verifications/challenge.ts';
import type { CodeState } from '../../domain/repositories/code-send-repository.ts';
import { isUpload } from '../../domain/media/media.ts';
import type { MediaKind } from '../../domain/media/media-kind.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { FileState, SessionOfVerification, StepRunState } from '../../domain/repositories/session-repositories.ts';
import { sessionStatusOf } from '../../domain/verifications/session-status.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flow } from '../flows/load-flow.ts';

/** A file of the current attempt as the SDK sees it. */
export function uploadedFileOf(file: Pick<FileState, 'id' | 'acceptable' | 'codes'> & { kind: MediaKind }) {
  return {
    mediaId: file.id,
    kind: file.kind,
    quality: { acceptable: file.acceptable, codes: retakeCodesAmong(file.codes) },
  };
}

/** The state of a step as the SDK sees it: never a score, a threshold or the reason of a verdict. */
export function sessionStepOf(
  run: StepRunState,
  {
    files,
    codes,
    challenges,
    flow,
  }: { files: readonly FileState[]; codes: readonly CodeState[]; challenges: readonly Challenge[]; flow: Flow },
): SessionStep {
  const challenge = challenges.find((open) => open.stepRunId === run.id && open.attempt === run.attempt);
  const open = run.status === 'waiting' || run.status === 'processing';
  const code = codes.find(({ stepRunId }) => stepRunId === run.id);
  const used = run.status === 'waiting' ? run.attempt - 1 : run.attempt;
  return {
    id: run.stepId,
    type: run.type,
    status: run.status,
    attempt: run.attempt,
    attemptsLeft: open ? Math.max(0, flow.document.maxAttemptsPerStep - used) : 0,
    codes: run.status === 'waiting' ? retakeCodesAmong(run.codes) : [],
    files: files
      .filter(isUpload)
      .filter((file) => file.stepRunId === run.id && file.attempt === run.attempt)
      .map(uploadedFileOf),
    challenge: challenge === undefined || run.status !== 'waiting' ? null : challengeOf(challenge),
    code: code
      ? {
          resendAt: code.resendAt.toISOString(),
          expiresAt: code.expiresAt.toISOString(),
          triesLeft: code.triesLeft,
          verified: code.verified,
        }
      : null,
  };
}

/** A challenge as the SDK sees it. */
export function challengeOf({ id, content, expiresAt }: Challenge): NonNullable<SessionStep['challenge']> {
  const shape = { challengeId: id, expiresAt: expiresAt.toISOString() };
  if (content.kind === 'prompts') {
    const light = { colourCount: lightStepCount, stepMs: lightStepMs, fadeMs: lightFadeMs };
    return { ...shape, promptCount: content.promptCount, light: content.light === true ? light : null };
  }
  if (content.kind === 'digits') return { ...shape, digits: content.digits };
  return { ...shape, provider: content.provider };
}

function retakeCodesAmong(codes: readonly string[]): ReasonCode[] {
  return codes.filter(isReasonCode).filter(isRetakeCode);
}

/** The exact state of a session, for resuming. */
export async function readSessionState(
  db: Pick<Repositories, 'sessions' | 'challenges' | 'codeSends'>,
  verification: SessionOfVerification['verification'],
  { flow, estimateWait }: { flow: Flow; estimateWait: (stepRuns: readonly StepRunState[]) => Promise<number | null> },
) {
  const { consent } = flow.document;
  const { stepRuns, files, consentVersions, ...has } = await db.sessions.getSteps(verification.id);
  const challenges = has.openChallenges ? await db.challenges.listOpen(verification.id) : [];
  const codes = has.codes ? await db.codeSends.listStates(verification.id) : [];
  return {
    verificationId: verification.id,
    identityId: verification.identityId,
    status: sessionStatusOf[verification.status],
    expiresAt: verification.expiresAt,
    language: verification.language,
    consentGiven: consent !== null && consentVersions.includes(consent.version),
    steps: stepRuns.map((run) => sessionStepOf(run, { files, codes, challenges, flow })),
    lastSequence: verification.lastSequence,
    estimatedSeconds: await estimateWait(stepRuns),
  };
}

/**
 * Assigns a message its number in the session's sequence, in the transaction of the change that it describes. Returns the sequence number,
 * which is announced after the commit.
 */
export async function appendMessage(
  tx: Pick<Repositories, 'messages'>,
  verificationId: string,
  message: NewSocketMessage,
  at: Date,
): Promise<number> {
  return tx.messages.append(verificationId, { ...message, at: at.toISOString() });
}

/** Tells only the sockets of the replaced sessions that another device has continued. */
export async function appendReplacedMessage(
  tx: Pick<Repositories, 'messages'>,
  verificationId: string,
  toSessions: readonly string[],
  at: Date,
): Promise<number> {
  return tx.messages.append(verificationId, { type: 'session.replaced', toSessions, at: at.toISOString() });
}

/** The current state of one step. */
export async function readSessionStep(
  db: Pick<Repositories, 'stepRuns' | 'media' | 'codeSends' | 'challenges'>,
  { verification, flow, stepRunId }: { verification: Verification; flow: Flow; stepRunId: string },
): Promise<SessionStep> {
  const run = await db.stepRuns.get(stepRunId);
  const files = await db.media.listOfVerification(verification.id);
  const codes = await db.codeSends.listStates(verification.id);
  // Messages are stored as they are, and a provider's challenge contains credentials, so only the state has it.
  const challenges = (await db.challenges.listOpen(verification.id)).filter(
    ({ content }) => content.kind !== 'provider',
  );
  return sessionStepOf(run, { files, codes, challenges, flow });
}

/** Sends the current state of a step to the session's sockets, and returns it. */
export async function appendStepMessage(
  tx: Repositories,
  { verification, flow, stepRunId, at }: { verification: Verification; flow: Flow; stepRunId: string; at: Date },
): Promise<{ sequence: number; step: SessionStep }> {
  const step = await readSessionStep(tx, { verification, flow, stepRunId });
  return { step, sequence: await appendMessage(tx, verification.id, { type: 'step.updated', step }, at) };
}
