import { isDeepStrictEqual } from 'node:util';
import type { FlowDocument, FlowStep } from '../../contract/flows/flow-document.ts';
import { policyActions, type PolicyAction } from '../../domain/verifications/decision.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import { leavesPortraitsOut, matchNone, showsPortrait } from '../../steps/faces/match-setting.ts';
import { stepRules, type StrictnessRule } from './strictness-rules.ts';

type Flow = Pick<FlowDocument, 'steps' | 'policy' | 'maxAttemptsPerStep'>;

/**
 * Whether a person who passes `flow` has shown at least what `other` requires: each step of `other` has a separate counterpart in `flow` of
 * the same type that is at least as strict in every setting; the policy of `flow` is in no code more lenient; and it allows no more
 * attempts. When two settings cannot be ranked, the answer is no.
 */
export function isAtLeastAsStrict(flow: Flow, other: Flow): boolean {
  return (
    flow.maxAttemptsPerStep <= other.maxAttemptsPerStep &&
    forgivesNoMore(flow.policy, other.policy) &&
    coversSteps(flow, other)
  );
}

/** For a code without a policy, the check decides between review and rejection. */
function forgivesNoMore(policy: Flow['policy'], other: Flow['policy']): boolean {
  const rank = (action: PolicyAction) => policyActions.indexOf(action);
  return [...new Set([...Object.keys(policy), ...Object.keys(other)])].every((code) => {
    const [ours, theirs] = [policy[code], other[code]];
    if (ours === theirs || ours === 'reject' || theirs === 'accept') return true;
    // A code that is left to its check leads at least to review.
    if (ours === undefined) return theirs === 'review';
    return theirs !== undefined && rank(ours) >= rank(theirs);
  });
}

/** Assigns to each step of `other` a stricter step of `flow`, each used once (augmenting paths, as in Kuhn's algorithm). */
function coversSteps(flow: Flow, other: Flow): boolean {
  const takenBy = new Map<number, number>();
  const findFor = (wanted: number, tried: Set<number>): boolean => {
    for (const [offered, step] of flow.steps.entries()) {
      const asked = other.steps[wanted];
      if (asked === undefined || tried.has(offered) || !isStepAsStrict(step, asked, { flow, other })) continue;
      tried.add(offered);
      const owner = takenBy.get(offered);
      if (owner === undefined || findFor(owner, tried)) {
        takenBy.set(offered, wanted);
        return true;
      }
    }
    return false;
  };
  return other.steps.every((_step, wanted) => findFor(wanted, new Set()));
}

function isStepAsStrict(step: FlowStep, asked: FlowStep, flows: { flow: Flow; other: Flow }): boolean {
  if (step.type !== asked.type) return false;
  const rules: Readonly<Record<string, StrictnessRule>> = stepRules[step.type];
  const [ours, theirs] = [effectiveConfig(step, flows.flow), effectiveConfig(asked, flows.other)];
  return Object.entries(rules).every(([key, rule]) => isSettingAsStrict(rule, ours[key], theirs[key], flows));
}

/** With `match` as it takes effect among the other steps of the flow. */
function effectiveConfig(step: FlowStep, { steps }: Flow): Readonly<Record<string, unknown>> {
  if (!('match' in step.config)) return step.config;
  const others = steps.filter((other) => other !== step);
  const isLeftOut = leavesPortraitsOut(step.config.match, others, { followsSelfies: step.type !== 'selfie' });
  return isLeftOut ? { ...step.config, match: matchNone } : step.config;
}

function isSettingAsStrict(
  rule: StrictnessRule,
  ours: unknown,
  theirs: unknown,
  flows: { flow: Flow; other: Flow },
): boolean {
  if (rule === 'ignored') return true;
  if (typeof rule === 'object' && 'refersTo' in rule) return isReferenceAsStrict(rule, ours, theirs, flows);
  if (isDeepStrictEqual(ours, theirs)) return true;
  if (rule === 'same') return false;
  if (typeof rule === 'object' && 'lowerExcept' in rule) {
    return theirs === null || (ours !== rule.lowerExcept && isSettingAsStrict('lower', ours, theirs, flows));
  }
  if (typeof rule === 'object') return isRankedAsStrict(rule.ranked, ours, theirs);
  const numbers = typeof ours === 'number' && typeof theirs === 'number';
  switch (rule) {
    case 'higher':
      return theirs === null || (numbers && ours >= theirs);
    case 'lower':
      return theirs === null || (numbers && ours <= theirs);
    case 'higherOfTwo':
      return numbers && ours >= theirs;
    case 'lowerOfTwo':
      return numbers && ours <= theirs;
    case 'fewer':
      return theirs === null || containsAll(theirs, ours);
    case 'fewerDocuments':
      return containsAll(theirs, ours) && (showsPortrait({ accept: ours }) || !showsPortrait({ accept: theirs }));
    case 'more':
      return containsAll(ours, theirs);
  }
}

function isRankedAsStrict(ranked: readonly unknown[], ours: unknown, theirs: unknown): boolean {
  const [left, right] = [ranked.indexOf(ours), ranked.indexOf(theirs)];
  return left >= 0 && right >= 0 && left >= right;
}

function isReferenceAsStrict(
  { refersTo, ifNone }: { refersTo: StepType; ifNone: 'same' | 'weaker' },
  ours: unknown,
  theirs: unknown,
  flows: { flow: Flow; other: Flow },
): boolean {
  if (theirs === null) return ours === null || ifNone === 'weaker';
  if (theirs === matchNone && ours === matchNone) return true;
  const [step, asked] = [
    flows.flow.steps.find(({ id, type }) => id === ours && type === refersTo),
    flows.other.steps.find(({ id, type }) => id === theirs && type === refersTo),
  ];
  return step !== undefined && asked !== undefined && isStepAsStrict(step, asked, flows);
}

/** Whether the first list contains each member of the second. Null is a list of everything. */
function containsAll(all: unknown, some: unknown): boolean {
  if (!Array.isArray(all) || !Array.isArray(some)) return false;
  return some.every((wanted) => all.some((present) => isDeepStrictEqual(present, wanted)));
}
