import type { Check } from '../../domain/verifications/check.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { ConcludedStep, FinishedStep } from '../../steps/conclusion.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { createHistory } from './create-history.ts';
import { withEarlierFindings } from './earlier-findings.ts';
import type { Flow } from '../flows/load-flow.ts';

/**
 * After all steps have ended, asks each finished step for the checks that need more than its own result, and stores what they saw. Part of
 * the deciding transaction. Returns the step runs with all their checks.
 */
export async function concludeSteps(
  tx: Repositories,
  {
    verification,
    flow,
    stepRuns,
    at,
  }: { verification: Verification; flow: Flow; stepRuns: readonly StepRun[]; at: Date },
): Promise<StepRun[]> {
  const history = createHistory(tx, verification, flow);
  const concluded: StepRun[] = [];
  for (const run of stepRuns) {
    const step = stepRegistry[run.type];
    const request = concludedStepOf(run, flow, stepRuns);
    if (step.conclusion === null || run.outcome === null || request === null) {
      concluded.push(run);
      continue;
    }
    const seen = await step.conclusion.look(history, { ...request, finishedAt: run.finishedAt });
    const own = await withEarlierFindings(tx, run.outcome, { run, step, ...laterView(run, request, at) });
    const checks = withConclusion(own.checks, step.conclusion.judge({ ...request, seen, at }));
    const outcome = { ...own, checks };
    await tx.stepRuns.conclude(run, seen, outcome);
    concluded.push({ ...run, seen, outcome, version: run.version + 1 });
  }
  return concluded;
}

/**
 * What the earlier attempts of a finished step are compared with at the verdict: steps that ended after it, too. The order in which the
 * person submits the steps must not decide what is noticed.
 */
export function laterView(
  { finishedAt }: Pick<StepRun, 'finishedAt'>,
  { config, others }: Pick<ConcludedStep<unknown>, 'config' | 'others'>,
  at: Date,
): { config: unknown; at: Date; earlier: readonly FinishedStep[] } {
  return { config, at: finishedAt ?? at, earlier: others };
}

/**
 * The checks of a step's own result with those of its conclusion. A check that already has an outcome keeps it, and a doubt of the conclusion
 * with another code stands next to it: a policy may accept the first. Findings of earlier attempts come last and take no check's place.
 */
export function withConclusion(own: readonly Check[], conclusion: readonly Check[]): Check[] {
  const last = own.filter(({ attempt }) => attempt === undefined);
  const added = conclusion.filter((check) => {
    const known = last.filter(({ id }) => id === check.id);
    if (known.length === 0) return true;
    const isJudged = known.every(({ outcome }) => outcome === 'warning' || outcome === 'failed');
    return isJudged && check.outcome !== 'passed' && known.every(({ code }) => code !== check.code);
  });
  return [...last, ...added, ...own.filter(({ attempt }) => attempt !== undefined)];
}

/** The input of a step's conclusion; null when the step did not finish. */
export function concludedStepOf(run: StepRun, flow: Flow, stepRuns: readonly StepRun[]): ConcludedStep<unknown> | null {
  if (run.status !== 'finished' || run.outcome === null) return null;
  return {
    stepId: run.stepId,
    config: configOf(flow, run.stepId),
    traits: run.outcome.traits,
    others: finishedStepsOf(
      flow,
      stepRuns.filter((other) => other.id !== run.id),
    ),
  };
}

/** The finished steps among these. */
export function finishedStepsOf(flow: Flow, stepRuns: readonly StepRun[]): FinishedStep[] {
  return stepRuns.flatMap(({ stepId, type, status, outcome }) =>
    status === 'finished' && outcome !== null
      ? [{ stepId, type, config: configOf(flow, stepId), traits: outcome.traits }]
      : [],
  );
}

function configOf(flow: Flow, stepId: string): unknown {
  return flow.document.steps.find((step) => step.id === stepId)?.config;
}
