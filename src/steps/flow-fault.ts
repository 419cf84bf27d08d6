import type { FaultCode } from '../domain/faults/fault-codes.ts';
import type { StepType } from '../domain/verifications/step-type.ts';

/** One contradiction in a flow, with the path of the value that must change. */
export interface FlowFault {
  path: (string | number)[];
  code: FaultCode;
  detail: string;
}

/** What a step's own rules may read in addition to its config. */
export interface SurroundingFlow {
  steps: readonly { id: string; type: StepType }[];
  duplicateFaceConsent: object | null;
}

/** A config that names another step must name an existing one of the right type. */
export function findReferenceFaults(
  flow: SurroundingFlow,
  reference: { path: string[]; stepId: string | null; type: StepType },
): FlowFault[] {
  const { path, stepId, type } = reference;
  if (stepId === null) return [];
  const step = flow.steps.find((candidate) => candidate.id === stepId);
  if (step === undefined) return [{ path, code: 'flow.step_not_found', detail: `the flow has no step ${stepId}` }];
  if (step.type === type) return [];
  return [{ path, code: 'flow.step_of_wrong_type', detail: `the step ${stepId} is not of type ${type}` }];
}
