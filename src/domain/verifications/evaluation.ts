import type { ReasonCode } from '../faults/reason-codes.ts';
import type { StepOutcome } from './step-run.ts';

/** A step's evaluation of its work. With retake codes, the person may try again while attempts remain; otherwise the outcome counts. */
export interface StepEvaluation {
  retakeCodes: ReasonCode[];
  outcome: StepOutcome;
}

/** The stored result of a step's work: what was found, or why nothing was. */
export type StoredResult = { kind: 'done'; result: unknown } | { kind: 'broken'; code: ReasonCode };
