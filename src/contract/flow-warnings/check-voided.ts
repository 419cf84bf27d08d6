import type { StepSchema } from '../../steps/define-step-schema.ts';
import { stepSchemas } from '../../steps/schemas.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const checkVoided: FlowWarningDefinition = {
  code: 'flow.check_voided',
  cause: 'The policy accepts a code, so a finding with this code has no effect on the verdict.',
  remedy: 'Map the code to `review`, or remove it from the policy, unless you have other proof.',
  find: ({ steps, policy }) =>
    Object.entries(policy).flatMap(([code, action]) => {
      if (action !== 'accept') return [];
      const checks = steps.flatMap(({ id, type }) => {
        const { checks }: StepSchema = stepSchemas[type];
        return Object.entries(checks).flatMap(([name, check]) =>
          check.codes.some((given) => given === code) ? [`${name} of ${id}`] : [],
        );
      });
      if (checks.length === 0) return [];
      return [
        { pointer: `/policy/${code}`, detail: `has no effect on the verdict: ${checks.join(', ')}`.slice(0, 500) },
      ];
    }),
};
