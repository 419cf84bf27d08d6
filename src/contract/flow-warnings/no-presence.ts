import type { FlowWarningDefinition } from './flow-warning.ts';
import { presenceSteps } from './presence-steps.ts';

export const noPresence: FlowWarningDefinition = {
  code: 'flow.no_presence',
  cause:
    'The flow has no live step, or its policy accepts whatever such a step finds, so a drawing or a picture from the web can pass for a person.',
  remedy: 'Add active or enhanced liveness, and accept none of its codes.',
  find: (flow) =>
    presenceSteps(flow).length > 0 ? [] : [{ pointer: '/steps', detail: 'no step shows that a person is there' }],
};
