import { Problem } from '../../domain/faults/errors.ts';
import type { MediaKind } from '../../domain/media/media-kind.ts';
import type { Origin } from '../../domain/media/media.ts';
import type { Repositories, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { FlowStep } from '../../contract/flows/flow-document.ts';
import type { Step } from '../../steps/define-step.ts';
import { stepRegistry } from '../../steps/registry.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';

/** The host's server, which supplies inputs in place of the person's device. */
export interface ServerSession extends Pick<SessionOfVerification, 'verificationId' | 'open'> {
  origin: 'server';
}

/** The source of a step's input: the session of the person's device, or the host's server. */
export type InputSource = SessionOfVerification | ServerSession;

/** `sessionId`: the device's session; none for the host's server, and for work of the service. */
type ActingSession = Pick<SessionOfVerification, 'verificationId'> & { sessionId?: string };

export function originOf(source: InputSource): Origin {
  return 'origin' in source ? source.origin : 'sdk';
}

/** @throws Problem `session.ended` when the session is read-only */
export function requireOpen(session: Pick<SessionOfVerification, 'open'>): void {
  if (!session.open) throw new Problem('session.ended');
}

/** A step of a session, with everything needed to act on it. */
export interface StepInSession {
  verification: Verification;
  flow: Flow;
  flowStep: FlowStep;
  run: StepRun;
  /** All step runs of the verification, in the flow's order. */
  runs: readonly StepRun[];
  step: Step;
}

/** @throws Problem `step.not_found` when the flow has no such step */
export async function findStep(
  repositories: Repositories,
  flows: Flows,
  verification: Verification,
  stepId: string,
): Promise<StepInSession> {
  const flow = await flows.getVersion(verification.flowVersionId, repositories);
  const runs = await repositories.stepRuns.list(verification.id);
  return { verification, flow, runs, ...pickStep(flow, runs, stepId) };
}

/** Finds the step in its flow. @throws Problem as `findStep` does */
export function pickStep<Run extends Pick<StepRun, 'stepId'>>(
  flow: Flow,
  runs: readonly Run[],
  stepId: string,
): { flowStep: FlowStep; run: Run; step: Step } {
  const flowStep = flow.document.steps.find((candidate) => candidate.id === stepId);
  const run = runs.find((candidate) => candidate.stepId === stepId);
  if (flowStep === undefined || run === undefined) throw new Problem('step.not_found');
  const step = stepRegistry[flowStep.type];
  return { flowStep, run, step };
}

/**
 * Locks the session's verification and finds the step, which must be waiting for the person. What a device began, such as a slow upload, ends
 * when another device takes the verification over.
 */
export async function lockWaitingStep(
  tx: Repositories,
  flows: Flows,
  session: ActingSession,
  stepId: string,
): Promise<StepInSession> {
  const verification = await lockPending(tx, session);
  const found = await findStep(tx, flows, verification, stepId);
  if (found.run.status !== 'waiting') throw new Problem('step.not_waiting');
  return found;
}

/**
 * Locks the session's verification for everything that a device writes. The session was open when its token was checked; by the time of the
 * lock, the attempt may have been cancelled, expired, erased, or taken over by another device, whose request needs the same lock.
 * @throws Problem `session.ended` or `session.replaced`
 */
export async function lockPending(
  tx: Pick<Repositories, 'verifications' | 'sessions'>,
  { verificationId, sessionId }: ActingSession,
): Promise<Verification> {
  const verification = await tx.verifications.lock(verificationId);
  if (verification.status !== 'pending') throw new Problem('session.ended');
  if (sessionId !== undefined && !(await tx.sessions.isCurrent(sessionId))) throw new Problem('session.replaced');
  return verification;
}

/** @throws Problem `consent.required` when the step records biometric data and the person has not agreed */
export async function requireConsent(
  repositories: Pick<Repositories, 'consents'>,
  { run, step, flow }: StepInSession,
): Promise<void> {
  const version = neededConsentOf(step, flow);
  if (version === null) return;
  if (!(await repositories.consents.exists(run.verificationId, version))) throw new Problem('consent.required');
}

/** The version of the text that the person must have agreed to before the step; null when the step needs no consent. */
export function neededConsentOf(step: Step, flow: Flow): string | null {
  return step.schema.biometric ? (flow.document.consent?.version ?? null) : null;
}

/**
 * Evidence of the person's presence cannot come from a server, and neither can the selfie that such a step uses again, nor a film that answers a
 * challenge.
 * @throws Problem `step.origin_refused`
 */
export function requireServerInput(
  { flow, flowStep, step }: Pick<StepInSession, 'flow' | 'flowStep' | 'step'>,
  kind?: MediaKind,
): void {
  const reused = flow.document.steps.some(
    ({ type, config }) =>
      stepRegistry[type].schema.live && 'reuseSelfieOf' in config && config.reuseSelfieOf === flowStep.id,
  );
  const isFilm = kind !== undefined && step.recordedKind(flowStep.config) === kind;
  if (step.schema.live || reused || isFilm) throw new Problem('step.origin_refused');
}

/** Extends the attempt from now. An attempt that no device has begun keeps the longer lifetime of its link. */
export async function extendAttempt(
  tx: Pick<Repositories, 'verifications'>,
  { id, device }: Pick<Verification, 'id' | 'device'>,
  { document }: Flow,
): Promise<void> {
  if (device !== null) await tx.verifications.extend(id, document.sessionTtlMinutes);
}
