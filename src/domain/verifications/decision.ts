import type { Check, CheckOutcome } from './check.ts';
import type { ModelReference } from '../ports/pages/page-reader.ts';
import type { ReasonCode } from '../faults/reason-codes.ts';
import type { DuplicateSearch } from './duplicate-search.ts';
import type { Verdict } from './verification-status.ts';

/** What a flow's policy can do with the reason code of a `warning` or `failed` check. */
export const policyActions = ['accept', 'review', 'reject'] as const;
export type PolicyAction = (typeof policyActions)[number];
export type Policy = Readonly<Record<string, PolicyAction>>;

/** The version of the default mapping below, so that a stored decision names the rules that applied. */
export const policyVersion = 2;

/** Why a verification was not verified, or which doubts a policy accepted. */
export interface DecisionReason {
  stepId: string;
  checkId: string;
  outcome: CheckOutcome;
  code: ReasonCode;
  action: PolicyAction;
}

/** The engine of a decision that a client in test mode requested: there is nothing to replay. */
export function simulatedEngine(version: string): string {
  return `${version}+simulated`;
}

export function isSimulated({ engine }: Decision): boolean {
  return engine.version.endsWith('+simulated');
}

export interface Decision {
  automatic: Verdict;
  manual: {
    status: Verdict;
    reason: string;
    notes: string | null;
    decidedBy: string | null;
    decidedAt: string;
    /** What the reviewer acknowledged. Null: the verdict claimed nobody. Absent in what was stored before a review searched. */
    search?: DuplicateSearch | null;
  } | null;
  reasons: DecisionReason[];
  decidedAt: string;
  policyVersion: number;
  engine: { version: string; models: ModelReference[] };
}

/** A decision with a person's verdict. */
export type ReviewedDecision = Decision & { manual: NonNullable<Decision['manual']> };

/** The part of a finished step that a decision reads. */
export interface DecidedStep {
  stepId: string;
  /** Whether the person skipped the step, as its flow allows. */
  leftOut: boolean;
  checks: readonly Pick<Check, 'id' | 'outcome' | 'code'>[];
}

const severity: Readonly<Record<PolicyAction, number>> = { accept: 0, review: 1, reject: 2 };
const verdictOf: Readonly<Record<PolicyAction, Verdict>> = {
  accept: 'verified',
  review: 'reviewNeeded',
  reject: 'rejected',
};

/**
 * The verdict on a verification: the worst action over all checks of all steps. A pure function of stored facts, so that it can be
 * replayed. Fails closed: a check that could not tell is never accepted, and neither is a step without checks, or an outcome or action that
 * only another version of the service knows.
 */
export function decide(steps: readonly DecidedStep[], policy: Policy): { verdict: Verdict; reasons: DecisionReason[] } {
  const reasons = steps.flatMap((step) =>
    (step.checks.length > 0 ? step.checks : [unanswered])
      .filter((check) => check.outcome !== 'passed')
      .map((check) => ({
        stepId: step.stepId,
        checkId: check.id,
        outcome: check.outcome,
        code: check.code ?? 'check.broken',
        action: known(actionOf(step, check, policy)),
      })),
  );
  const floor: PolicyAction = steps.length > 0 ? 'accept' : 'review';
  const worst = reasons.reduce<PolicyAction>(
    (action, reason) => (severity[reason.action] > severity[action] ? reason.action : action),
    floor,
  );
  return { verdict: verdictOf[worst], reasons };
}

/** Used instead of the checks of a step that has none. */
const unanswered: Pick<Check, 'id' | 'outcome' | 'code'> = { id: 'step', outcome: 'error', code: 'check.broken' };

function actionOf(step: DecidedStep, check: Pick<Check, 'outcome' | 'code'>, policy: Policy): PolicyAction {
  switch (check.outcome) {
    case 'passed':
      return 'accept';
    case 'skipped':
      // A missing check is as unknown in a skippable step as in any other, unless the person skipped the step.
      return step.leftOut ? 'accept' : 'review';
    case 'error':
      return atLeastReview(mapped(check, policy) ?? 'review');
    case 'warning':
      return mapped(check, policy) ?? 'review';
    case 'failed':
      return mapped(check, policy) ?? 'reject';
  }
}

/** Another version of the service may have stored an outcome or a policy that this one does not know. */
function known(action: PolicyAction | undefined): PolicyAction {
  return policyActions.find((one) => one === action) ?? 'review';
}

function mapped(check: Pick<Check, 'code'>, policy: Policy): PolicyAction | undefined {
  return check.code !== null && Object.hasOwn(policy, check.code) ? policy[check.code] : undefined;
}

function atLeastReview(action: PolicyAction): PolicyAction {
  return action === 'accept' ? 'review' : action;
}
