import type { ReasonCode } from '../faults/reason-codes.ts';

/** The outcome of a check. `warning` means doubtful, `error` means that the service could not tell: neither ever counts as a pass. */
export const checkOutcomes = ['passed', 'warning', 'failed', 'skipped', 'error'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/**
 * One finding about one question on a step's result. `code` is null exactly when the outcome is `passed`. A question with several findings
 * has an entry for each, the most telling first: a flow's policy accepts findings by their codes, and one that it accepts must not hide
 * another.
 */
export interface Check {
  id: string;
  outcome: CheckOutcome;
  code: ReasonCode | null;
  /** The evidence, in the shape that the step's schema defines for the check; null when there is none. */
  data: Record<string, unknown> | null;
  /** Run time of the underlying work, in milliseconds. */
  durationMs: number;
  /** The earlier attempt of the step that had this finding; absent for the attempt that ended the step. */
  attempt?: number;
  /** The other verification of the identity, without a verdict, to which that attempt belongs. Absent: this one. */
  verificationId?: string;
}
