import type { Check } from '../../domain/verifications/check.ts';
import { decide, policyVersion, type Decision, type DecidedStep } from '../../domain/verifications/decision.ts';
import type { ModelReference } from '../../domain/ports/pages/page-reader.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { isPublicReverification, silencesOf, speaksForIdentity } from '../../domain/verifications/reverification.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import { stepRegistry } from '../../steps/registry.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { withAbandonedFindings } from './abandoned-findings.ts';
import { claimPerson, lockClaims } from './claim-person.ts';
import { concludeSteps } from './conclude-steps.ts';
import { canSkip } from '../flows/can-skip.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { judgeEvidence } from '../reverification/judge-evidence.ts';
import { listProtected } from '../reverification/list-protected.ts';
import { mergeFacts } from './merge-facts.ts';

/** The input of a decision: every step of the verification, with its checks, and an error for each check that should be there and is not. */
export function decidedSteps(
  flow: Pick<Flow, 'document'>,
  stepRuns: readonly Pick<StepRun, 'stepId' | 'type' | 'status' | 'outcome'>[],
): DecidedStep[] {
  return stepRuns.map((run) => ({
    stepId: run.stepId,
    leftOut: run.status === 'skipped' && canSkipStep(flow, run.stepId),
    checks: run.outcome === null ? [] : [...run.outcome.checks, ...missingChecks(run.type, run.outcome.checks)],
  }));
}

/** A check that was left out looks like one that found nothing. */
function missingChecks(type: StepType, checks: readonly Check[]): Check[] {
  return Object.entries(stepRegistry[type].schema.checks)
    .filter(
      ([id, { always = false }]) => always && !checks.some((check) => check.id === id && check.attempt === undefined),
    )
    .map(([id]) => ({ id, outcome: 'error', code: 'check.broken', data: null, durationMs: 0 }));
}

/**
 * Reaches the verdict: moves the running verification to its final status and, if it speaks for the identity, the identity to
 * the same status. Part of the transaction that finished the last step.
 */
export async function decideVerification(
  tx: Repositories,
  {
    verification,
    flow,
    flows,
    stepRuns,
    engineVersion,
  }: {
    verification: Verification;
    flow: Flow;
    flows: Flows;
    stepRuns: readonly StepRun[];
    engineVersion: string;
  },
): Promise<{ changedIdentity: boolean }> {
  const at = await tx.verifications.readClock();
  await lockClaims(tx, { verification, flow, stepRuns });
  // Before the checks read what the identity's other attempts have shown: of two attempts that end at the same time, the second one sees the
  // first. And before the time at which it finished: they finish in the order in which they change the identity.
  const identity = await tx.identities.lock(verification.identityId);
  const compared = await concludeSteps(tx, { verification, flow, stepRuns, at });
  const concluded = await withAbandonedFindings(tx, { verification, flows, stepRuns: compared });
  const { verdict, reasons } = decide(decidedSteps(flow, concluded), flow.document.policy);
  const decision: Decision = {
    automatic: verdict,
    manual: null,
    reasons,
    decidedAt: at.toISOString(),
    policyVersion,
    engine: { version: engineVersion, models: distinctModels(concluded) },
  };
  await tx.verifications.move(verification, verdict, { decision, finished: true });
  if (isPublicReverification(verification)) {
    const evidence = await judgeEvidence(tx, { verification, verdict, flow, flows, stepRuns: concluded });
    await tx.verifications.entitle(verification.id, silencesOf(evidence));
  }
  const judged = await tx.verifications.get(verification.id);
  if (!speaksForIdentity(judged)) return { changedIdentity: false };
  await claimPerson(tx, { verification: judged, flow, stepRuns: concluded }, { enrol: verdict === 'verified', flows });
  if (verdict !== 'verified') {
    await tx.identities.setStatus(identity.id, verdict);
    return { changedIdentity: true };
  }
  const kept = await listProtected(tx, flows, { clientId: verification.clientId, flow, data: identity.data });
  await tx.identities.setStatus(identity.id, verdict, mergeFacts(identity.data, concluded, verification, kept));
  return { changedIdentity: true };
}

function canSkipStep(flow: Pick<Flow, 'document'>, stepId: string): boolean {
  const step = flow.document.steps.find(({ id }) => id === stepId);
  return step !== undefined && canSkip(step);
}

function distinctModels(stepRuns: readonly StepRun[]): ModelReference[] {
  const all = stepRuns.flatMap((run) => run.outcome?.models ?? []);
  return [...new Map(all.map((model) => [`${model.name} ${model.sha256}`, model])).values()];
}
