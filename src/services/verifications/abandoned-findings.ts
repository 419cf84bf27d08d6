import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import { readEarlier } from '../reverification/replayed-faces.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { finishedStepsOf } from './conclude-steps.ts';
import { isLasting, withEarlierFindings } from './earlier-findings.ts';

/**
 * Adds to the finished steps what the identity's other attempts without a verdict showed since its last verdict on such a step, for example
 * a sign of forgery: otherwise leaving one would be a way to try again without a trace. One that is still open counts like one that was
 * cancelled or has expired: it may wait until this one has its verdict. Attempts that anyone could have started do not count,
 * because a stranger could start them to send the person to review. Stores the steps that change.
 */
export async function withAbandonedFindings(
  tx: Repositories,
  { verification, flows, stepRuns }: { verification: Verification; flows: Flows; stepRuns: readonly StepRun[] },
): Promise<StepRun[]> {
  if (!verification.reverifies) return [...stepRuns];
  const types = stepRuns.filter(({ status }) => status === 'finished').map(({ type }) => type);
  const found = await listAbandonedFindings(tx, verification, { flows, types });
  const completed: StepRun[] = [];
  for (const run of stepRuns) {
    const findings = found.get(run.type) ?? [];
    // Each finding is in one step: the first of its type that the person did.
    if (findings.length > 0 && run.status === 'finished' && run.outcome !== null) {
      found.delete(run.type);
      const outcome = { ...run.outcome, checks: [...run.outcome.checks, ...findings] };
      await tx.stepRuns.conclude(run, run.seen, outcome);
      completed.push({ ...run, outcome, version: run.version + 1 });
    } else completed.push(run);
  }
  return completed;
}

async function listAbandonedFindings(
  tx: Repositories,
  verification: Verification,
  { flows, types }: { flows: Flows; types: readonly StepType[] },
): Promise<Map<StepType, Check[]>> {
  const found = new Map<StepType, Check[]>();
  const wanted = new Set(types);
  if (wanted.size === 0) return found;
  // A verdict was reached without what was still in progress, even if that had begun before.
  const isComplete = await readEarlier(tx, verification, types, async (attempt, runs) => {
    const isJudged = isVerdict(attempt.status);
    if (attempt.status === 'deleted') return false;
    for (const run of runs) {
      if (isJudged) {
        // A verdict was reached with what came before it, as far as it had such a step: a flow without one does not clear a finding.
        if (run.status === 'finished') wanted.delete(run.type);
        continue;
      }
      if (!wanted.has(run.type)) continue;
      const known = found.get(run.type) ?? [];
      for (const check of await lastingOf(tx, { attempt, run, runs }, flows)) {
        if (known.some(({ id, code }) => id === check.id && code === check.code)) continue;
        // The evidence stays with its attempt, which may be encrypted to another key.
        const from = { attempt: check.attempt ?? run.attempt, verificationId: attempt.id };
        known.push({ ...check, outcome: 'warning', data: null, ...from });
      }
      if (known.length > 0) found.set(run.type, known);
    }
    return wanted.size === 0;
  });
  if (!isComplete)
    for (const type of wanted) found.set(type, [...(found.get(type) ?? []), notAllSeen(verification, type)]);
  return found;
}

/** There are too many attempts without a verdict to look at all of them: nothing tells what the others showed. */
function notAllSeen({ id: verificationId }: Verification, type: StepType): Check {
  const [id = type] = Object.keys(stepRegistry[type].schema.checks);
  return { id, outcome: 'error', code: 'check.timed_out', data: null, durationMs: 0, attempt: 1, verificationId };
}

/** What all judged attempts of a step showed, whether or not the person finished it. */
async function lastingOf(
  tx: Repositories,
  { attempt, run, runs }: { attempt: Verification; run: StepRun; runs: readonly StepRun[] },
  flows: Flows,
): Promise<Check[]> {
  const { outcome } = run;
  if (outcome !== null && !isReadLater(run, runs)) return outcome.checks.filter(isLasting);
  // The attempt that ended the step is judged again, too.
  const judged = outcome === null ? run : { ...run, attempt: run.attempt + 1 };
  if (judged.attempt === 1) return [];
  const flow = await flows.getVersion(attempt.flowVersionId, tx);
  const step = stepRegistry[run.type];
  const config = flow.document.steps.find(({ id }) => id === run.stepId)?.config;
  const at = attempt.finishedAt ?? attempt.createdAt;
  const nothing = { record: null, checks: [], facts: {}, traits: {}, models: [] };
  const others = runs.filter((other) => other !== run);
  const earlier = finishedStepsOf(flow, others);
  const found = await withEarlierFindings(tx, outcome ?? nothing, { run: judged, step, config, at, earlier });
  return found.checks.filter(isLasting);
}

/** Whether a portrait was read after this step had ended: its own checks have not seen it, and no conclusion has. */
function isReadLater({ finishedAt }: StepRun, runs: readonly StepRun[]): boolean {
  return runs.some(
    ({ outcome, finishedAt: readAt }) =>
      outcome?.traits.portrait !== undefined && finishedAt !== null && readAt !== null && readAt > finishedAt,
  );
}
