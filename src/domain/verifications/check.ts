import type { ReasonCode } from '../faults/reason-codes.ts';

/**
 * How a check ended. `warning` means doubtful, `error` means that we could not tell: neither is ever taken for a pass.
 */
export const checkOutcomes = ['passed', 'warning', 'failed', 'skipped', 'error'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** One question that a step's result answers. `code` is null exactly when the outcome is `passed`. */
export interface Check {
  id: string;
  outcome: CheckOutcome;
  code: ReasonCode | null;
  /** The evidence, in the shape that the step's schema gives the check; null when there is none. */
  data: Record<string, unknown> | null;
  /** Run time of the work behind the answer, in milliseconds. */
  durationMs: number;
}
