import { ZodError } from 'zod';
import { findFaults } from '../../contract/problems/faults.ts';
import type { SessionStep } from '../../contract/sessions/session-step.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { NewSubmit, SubmitContext } from '../../domain/repositories/submit-repository.ts';
import type { Step } from '../../steps/define-step.ts';
import { mayTakeInput } from '../verifications/advance-verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { neededConsentOf, pickStep } from './step-in-session.ts';
import { sessionStepOf } from '../verifications/session-state.ts';

/**
 * Composes the most common kind of submit: one after which the verification still waits for something. Null for other submits, and for
 * steps with a code or a provider's challenge, which need more queries.
 * @throws Problem as the submit does
 */
export function composeSubmit(
  { stepRuns, files, consentVersions, codes }: SubmitContext,
  { flow, stepId, body, at }: { flow: Flow; stepId: string; body: unknown; at: Date },
): { submit: NewSubmit; state: SessionStep } | null {
  const { flowStep, run, step } = pickStep(flow, stepRuns, stepId);
  if (codes || step.code !== null || step.schema.challenge === 'provider') return null;
  if (run.status !== 'waiting') throw new Problem('step.not_waiting');
  const consent = neededConsentOf(step, flow);
  if (consent !== null && !consentVersions.includes(consent)) throw new Problem('consent.required');
  const input = parseSubmitInput(step, body);
  const ofAttempt = files.filter((file) => file.stepRunId === run.id && file.attempt === run.attempt);
  step.accept({ config: flowStep.config, input, files: ofAttempt });

  const submitted = { ...run, status: 'processing', codes: [] } as const;
  const others = stepRuns.filter((other) => other !== run);
  if (![submitted, ...others].some((candidate) => mayTakeInput(candidate, flow))) return null;
  const state = sessionStepOf({ ...submitted, codes: [] }, { files, codes: [], challenges: [], flow });
  const submit = {
    stepRun: run,
    input,
    job: step.job,
    ttlMinutes: flow.document.sessionTtlMinutes,
    message: { type: 'step.updated', step: state, at: at.toISOString() },
  };
  return { submit, state };
}

/** The submit's body, parsed by the step's schema. @throws Problem `request.invalid` */
export function parseSubmitInput(step: Step, body: unknown): unknown {
  try {
    return step.parseInput(body);
  } catch (error) {
    throw error instanceof ZodError ? new Problem('request.invalid', { errors: findFaults(error) }) : error;
  }
}
