import type { ReasonCode } from '../faults/reason-codes.ts';
import type { StepOutcome } from './step-run.ts';

/**
 * What a step makes of the result of its work. With retake codes the person may try again while attempts remain; the
 * outcome is what counts when they may not.
 */
export interface StepEvaluation {
  retakeCodes: ReasonCode[];
  outcome: StepOutcome;
}

/** The result of a step's work as it is stored: what was found, or why nothing was. */
export type StoredResult = { kind: 'done'; result: unknown } | { kind: 'broken'; code: ReasonCode };
