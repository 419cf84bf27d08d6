import { describe, expect, it } from 'vitest';
import type { Check } from '../../../src/domain/verifications/check.ts';
import { decide } from '../../../src/domain/verifications/decision.ts';
import { stepTypes, type StepType } from '../../../src/domain/verifications/step-type.ts';
import { decidedSteps } from '../../../src/services/verifications/decide-verification.ts';
import { stepRegistry } from '../../../src/steps/registry.ts';
import { uniformOutcome } from '../../../src/steps/uniform-outcome.ts';

/** The verdict on one step with these checks, all of them passed, under a policy that accepts a broken check. */
function verdictOn(type: StepType, checks: Check[]): string {
  const outcome = { ...uniformOutcome(stepRegistry[type].schema, { outcome: 'passed', code: null }), checks };
  const steps = decidedSteps({ document: { steps: [] } as never }, [
    { stepId: 'step', type, status: 'finished', outcome },
  ]);
  return decide(steps, { 'check.broken': 'accept' }).verdict;
}

describe.each(stepTypes)('a step of the type %s', (type) => {
  const { schema } = stepRegistry[type];
  const { checks } = uniformOutcome(schema, { outcome: 'passed', code: null });
  const always = checks.filter(({ id }) => schema.checks[id]?.always === true);

  it('verifies nobody if a check that it always makes is missing, whatever the policy accepts', () => {
    expect(verdictOn(type, checks)).toBe('verified');
    expect(always).not.toEqual([]);
    for (const { id } of always) {
      const others = checks.filter((check) => check.id !== id);
      expect(verdictOn(type, others)).toBe('reviewNeeded');
      // The finding of an earlier attempt is not the check of the last one.
      expect(
        verdictOn(type, [...others, { id, outcome: 'passed', code: null, data: null, durationMs: 0, attempt: 1 }]),
      ).toBe('reviewNeeded');
    }
  });
});
