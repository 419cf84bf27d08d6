import type { StepSchema } from '../../steps/define-step-schema.ts';
import { stepSchemas } from '../../steps/schemas.ts';
import type { FlowDocument, FlowStep } from '../flows/flow-document.ts';

/**
 * The steps that show that a person is present. A liveness step does not count when the policy accepts one of the codes that say that
 * nobody was present: a picture of a person is then as good as the person.
 */
export function presenceSteps({ steps, policy }: Pick<FlowDocument, 'steps' | 'policy'>): FlowStep[] {
  return steps.filter(
    ({ type }) => stepSchemas[type].live && !presenceCodes(type).some((code) => policy[code] === 'accept'),
  );
}

/** Codes of the step's own check and of its timing. A cut-off or blurred face says nothing about presence. */
function presenceCodes(type: FlowStep['type']): string[] {
  const { checks }: StepSchema = stepSchemas[type];
  const family = `${type.replaceAll('-', '_')}.`;
  return [type, 'timing'].flatMap((name) => checks[name]?.codes.filter((code) => code.startsWith(family)) ?? []);
}
