import { isLastingCode } from '../../domain/faults/reason-codes.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { StoredResult } from '../../domain/verifications/evaluation.ts';
import type { StepOutcome, StepRun } from '../../domain/verifications/step-run.ts';
import type { FinishedStep } from '../../steps/conclusion.ts';
import type { Step } from '../../steps/define-step.ts';

/**
 * The outcome of a step together with what its earlier attempts showed and a later one does not clear, such as a sign of forgery. These
 * findings are warnings: an attempt that the person may repeat does not reject them. They are evaluated again from the stored results, so a
 * replay finds the same.
 */
export async function withEarlierFindings(
  repositories: Pick<Repositories, 'stepRuns'>,
  outcome: StepOutcome,
  {
    run,
    step,
    config,
    at,
    earlier,
  }: {
    run: Pick<StepRun, 'id' | 'attempt'>;
    step: Pick<Step, 'evaluate'>;
    config: unknown;
    at: Date;
    earlier: readonly FinishedStep[];
  },
): Promise<StepOutcome> {
  const findings: Check[] = [];
  for (let attempt = run.attempt - 1; attempt >= 1; attempt--) {
    const { input, result } = await repositories.stepRuns.getAttempt(run.id, attempt);
    const { checks } = step.evaluate({ config, input, stored: result as StoredResult, at, earlier }).outcome;
    for (const check of checks.filter(isLasting)) {
      const isKnown = [...outcome.checks.filter(isLasting), ...findings].some(
        ({ id, code }) => id === check.id && code === check.code,
      );
      if (!isKnown) findings.push({ ...check, outcome: 'warning', attempt });
    }
  }
  return findings.length === 0 ? outcome : { ...outcome, checks: [...outcome.checks, ...findings] };
}

/** Whether a later attempt does not clear the finding. */
export function isLasting({ outcome, code }: Check): boolean {
  return (outcome === 'warning' || outcome === 'failed') && code !== null && isLastingCode(code);
}
