import type { Check } from '../domain/verifications/check.ts';
import type { StepOutcome } from '../domain/verifications/step-run.ts';
import type { StepSchema } from './define-step-schema.ts';

/** The outcome of a step that was not judged: every check of its schema has this result. */
export function uniformOutcome(schema: StepSchema, result: Pick<Check, 'outcome' | 'code'>): StepOutcome {
  return {
    record: null,
    checks: Object.keys(schema.checks).map((id) => ({ id, ...result, data: null, durationMs: 0 })),
    facts: {},
    traits: {},
    models: [],
  };
}
