import { ZodError } from 'zod';
import { findFaults } from '../../contract/problems/faults.ts';
import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Origin } from '../../domain/media/media.ts';
import type { CodeState } from '../../domain/repositories/code-send-repository.ts';
import type { NewSubmit, SubmitContext } from '../../domain/repositories/submit-repository.ts';
import type { Step } from '../../steps/define-step.ts';
import { mayTakeInput } from '../verifications/advance-verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { neededConsentOf, pickStep, requireServerInput } from './step-in-session.ts';
import { sessionStepOf } from '../verifications/session-state.ts';

/** A submit that may be written, with the step's state after it. */
export interface ComposedSubmit {
  submit: NewSubmit;
  state: SessionStep;
  /** Whether the person has nothing more to submit after it. */
  completesInputs: boolean;
}

/** Whether a submit of this step depends on rows that its context lacks: a code that was confirmed, or a provider's challenge. */
export function needsMoreThanContext({ codes }: SubmitContext, flow: Flow, stepId: string): boolean {
  const flowStep = flow.document.steps.find(({ id }) => id === stepId);
  if (codes || flowStep === undefined) return codes;
  const step = stepRegistry[flowStep.type];
  return step.code !== null || step.schema.challenge === 'provider';
}

/**
 * The only form of a submit: its rules, and everything that it writes, composed before any of it is written.
 * @throws Problem the first reason why it may not be written
 */
export function composeSubmit(
  { stepRuns, files, consentVersions }: SubmitContext,
  {
    flow,
    stepId,
    body,
    origin,
    begun,
    codes,
    at,
  }: {
    flow: Flow;
    stepId: string;
    body: unknown;
    origin: Origin;
    /** Whether a device has begun the attempt. One that none has begun keeps the longer lifetime of its link. */
    begun: boolean;
    /** The newest code of each step. */
    codes: readonly CodeState[];
    at: Date;
  },
): ComposedSubmit {
  const { flowStep, run, step } = pickStep(flow, stepRuns, stepId);
  if (run.status !== 'waiting') throw new Problem('step.not_waiting');
  if (origin === 'server') requireServerInput({ flow, flowStep, step });
  const consent = neededConsentOf(step, flow);
  if (consent !== null && !consentVersions.includes(consent)) throw new Problem('consent.required');
  const input = parseSubmitInput(step, body);
  const code = codes.find(({ stepRunId }) => stepRunId === run.id);
  if (step.code !== null && code?.verified !== true) throw new Problem('step.code_not_verified');
  const ofAttempt = files.filter((file) => file.stepRunId === run.id && file.attempt === run.attempt);
  step.accept({ config: flowStep.config, input, files: ofAttempt });

  const submitted = { ...run, status: 'processing', codes: [] } as const;
  // A step that is no longer waiting shows no challenge.
  const state = sessionStepOf({ ...submitted, codes: [] }, { files, codes, challenges: [], flow });
  const submit = {
    stepRun: run,
    origin,
    input,
    job: step.job,
    ttlMinutes: begun ? flow.document.sessionTtlMinutes : null,
    message: { type: 'step.updated', step: state, at: at.toISOString() },
  };
  const after = [submitted, ...stepRuns.filter((other) => other !== run)];
  return { submit, state, completesInputs: !after.some((candidate) => mayTakeInput(candidate, flow)) };
}

/** The submit's body, parsed by the step's schema. @throws Problem `request.invalid` */
function parseSubmitInput(step: Step, body: unknown): unknown {
  try {
    return step.parseInput(body);
  } catch (error) {
    throw error instanceof ZodError ? new Problem('request.invalid', { errors: findFaults(error) }) : error;
  }
}
