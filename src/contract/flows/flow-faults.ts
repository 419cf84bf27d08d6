import type { PolicyAction } from '../../domain/verifications/decision.ts';
import { isReasonCode, isUnacceptableCode } from '../../domain/faults/reason-codes.ts';
import type { StepType } from '../../domain/verifications/step-type.ts';
import type { StepSchema } from '../../steps/define-step-schema.ts';
import type { FlowFault } from '../../steps/flow-fault.ts';
import { stepSchemas } from '../../steps/schemas.ts';

interface CheckedFlow {
  steps: readonly { id: string; type: StepType; config: Readonly<Record<string, unknown>> }[];
  policy: Readonly<Record<string, PolicyAction>>;
  consent: object | null;
  duplicateFaceConsent: object | null;
}

/** Contradictions between parts of a flow that are valid by themselves. */
export function findFlowFaults(flow: CheckedFlow): FlowFault[] {
  return [...findTakenIds(flow), ...findStepFaults(flow), ...findPolicyFaults(flow), ...findConsentFaults(flow)];
}

function findTakenIds({ steps }: CheckedFlow): FlowFault[] {
  return steps.flatMap((step, index) =>
    steps.findIndex((other) => other.id === step.id) === index
      ? []
      : [{ path: ['steps', index, 'id'], code: 'flow.step_id_taken', detail: `another step has the id ${step.id}` }],
  );
}

function findStepFaults(flow: CheckedFlow): FlowFault[] {
  return flow.steps.flatMap((step, index) => {
    const schema: StepSchema = stepSchemas[step.type];
    return schema
      .findConfigFaults(step.config, flow)
      .map((fault) => ({ ...fault, path: ['steps', index, 'config', ...fault.path] }));
  });
}

function findPolicyFaults({ policy }: CheckedFlow): FlowFault[] {
  return Object.entries(policy).flatMap<FlowFault>(([code, action]) => {
    const path = ['policy', code];
    if (!isReasonCode(code)) return [{ path, code: 'flow.unknown_reason_code', detail: 'is not a reason code' }];
    if (action !== 'accept' || !isUnacceptableCode(code)) return [];
    return [{ path, code: 'flow.code_not_acceptable', detail: 'a check that could not tell is never accepted' }];
  });
}

function findConsentFaults({ steps, consent }: CheckedFlow): FlowFault[] {
  const biometric = steps.find((step) => stepSchemas[step.type].biometric);
  if (consent !== null || biometric === undefined) return [];
  return [{ path: ['consent'], code: 'flow.consent_needed', detail: `the step ${biometric.id} needs consent` }];
}
