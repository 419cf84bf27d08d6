import type { Check } from '../domain/verifications/check.ts';
import type { History } from '../domain/ports/history.ts';
import type { StepType } from '../domain/verifications/step-type.ts';
import type { Traits } from '../domain/traits.ts';

/** Another step of the same verification that has finished. */
export interface FinishedStep {
  stepId: string;
  type: StepType;
  config: unknown;
  traits: Traits;
}

/**
 * Checks that need more than the step's own result: the verification's other steps, once all have ended, and the client's other identities.
 * `look` reads in the deciding transaction. `judge` is pure, so that a stored look can be replayed.
 */
export interface Conclusion<Config, Seen> {
  /** `finishedAt`: when the step ended, which can be hours before the verdict. */
  look(history: History, request: ConcludedStep<Config> & { finishedAt?: Date | null }): Promise<Seen>;
  /** Returns the checks of the step's schema that `evaluate` leaves out. */
  judge(request: ConcludedStep<Config> & { seen: Seen; at: Date }): Check[];
}

export interface ConcludedStep<Config> {
  stepId: string;
  config: Config;
  traits: Traits;
  /** In the flow's order, without skipped steps. */
  others: readonly FinishedStep[];
}
