import type { Check } from '../../domain/verifications/check.ts';
import type { StoredResult } from '../../domain/verifications/evaluation.ts';
import { decide, isSimulated } from '../../domain/verifications/decision.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import { isVerdict, type Verdict } from '../../domain/verifications/verification-status.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { concludedStepOf, finishedStepsOf, laterView, withConclusion } from '../verifications/conclude-steps.ts';
import { decidedSteps } from '../verifications/decide-verification.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { withEarlierFindings } from '../verifications/earlier-findings.ts';
import { findStep } from './step-in-session.ts';

export interface Replay {
  stored: Verdict;
  replayed: Verdict;
  /** Checks whose outcome or code in the replay differs from the record. */
  differences: { stepId: string; checkId: string; stored: string; replayed: string }[];
}

/** Repeats evaluation and decision on the stored results, at the stored times. Null when there is no verdict to repeat. */
export function createReplayDecision({ db, flows }: { db: Repositories; flows: Flows }) {
  return async function replayDecision(verificationId: string): Promise<Replay | null> {
    const verification = await db.verifications.get(verificationId);
    if (!isVerdict(verification.status) || verification.decision === null || isSimulated(verification.decision))
      return null;
    const flow = await flows.getVersion(verification.flowVersionId, db);
    const runs = await db.stepRuns.list(verificationId);
    let replayedRuns: StepRun[] = [];
    for (const run of runs) {
      // A sealed verification has only outcomes and codes left, and the decision is repeated on those.
      const again = run.status === 'finished' && verification.sealedAt === null;
      replayedRuns.push(again ? { ...run, outcome: await evaluateAgain(run) } : run);
    }
    const decidedAt = new Date(verification.decision.decidedAt);
    if (verification.sealedAt === null) {
      replayedRuns = replayedRuns.map((run) => concludeAgain(run, flow, replayedRuns, decidedAt));
    }
    const { verdict } = decide(decidedSteps(flow, replayedRuns), flow.document.policy);
    return {
      stored: verification.decision.automatic,
      replayed: verdict,
      differences: runs.flatMap((run, index) => compare(run, replayedRuns[index] ?? run)),
    };

    async function evaluateAgain(run: StepRun): Promise<StepRun['outcome']> {
      const { flow, flowStep, step } = await findStep(db, flows, verification, run.stepId);
      const { input, result } = await db.stepRuns.getAttempt(run.id, run.attempt);
      const at = run.finishedAt ?? verification.createdAt;
      const before = runs.filter((other) => other.finishedAt !== null && other.finishedAt < at);
      const earlier = finishedStepsOf(flow, before);
      const { config } = flowStep;
      const { outcome } = step.evaluate({ config, input, stored: result as StoredResult, at, earlier });
      const evaluated = await withEarlierFindings(db, outcome, { run, step, config, at, earlier });
      const request = concludedStepOf(run, flow, runs);
      const noticed =
        request === null || step.conclusion === null
          ? evaluated
          : await withEarlierFindings(db, evaluated, { run, step, ...laterView(run, request, at) });
      // Those of other verifications are as they were at the verdict: the person may have been verified, or files erased, since.
      const abandoned = run.outcome?.checks.filter((check) => check.verificationId !== undefined) ?? [];
      return { ...noticed, checks: [...noticed.checks, ...abandoned] };
    }
  };
}

/** Repeats the conclusion's checks on what they saw at the time of the verdict. */
function concludeAgain(run: StepRun, flow: Flow, runs: readonly StepRun[], at: Date): StepRun {
  const step = stepRegistry[run.type];
  const request = concludedStepOf(run, flow, runs);
  if (step.conclusion === null || run.outcome === null || request === null) return run;
  const checks = withConclusion(run.outcome.checks, step.conclusion.judge({ ...request, seen: run.seen, at }));
  return { ...run, outcome: { ...run.outcome, checks } };
}

/** A finding of an earlier attempt is apart from the check of the last one. */
function keyOf({ id, attempt, verificationId = '', code }: Check): string {
  return attempt === undefined ? id : `${id} of attempt ${attempt} ${verificationId}: ${code ?? ''}`;
}

function compare(stored: StepRun, replayed: StepRun): Replay['differences'] {
  const words = (run: StepRun) => {
    const found = new Map<string, string>();
    for (const check of run.outcome?.checks ?? []) {
      const [key, word] = [keyOf(check), `${check.outcome} ${check.code ?? ''}`.trim()];
      // A check with several findings has an entry for each.
      const known = found.get(key);
      found.set(key, known === undefined ? word : `${known}, ${word}`);
    }
    return found;
  };
  const before = words(stored);
  const after = words(replayed);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((checkId) => before.get(checkId) !== after.get(checkId))
    .map((checkId) => ({
      stepId: stored.stepId,
      checkId,
      stored: before.get(checkId) ?? 'absent',
      replayed: after.get(checkId) ?? 'absent',
    }));
}
