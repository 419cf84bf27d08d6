import { stepSchemas } from '../../steps/schemas.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const noPresence: FlowWarningDefinition = {
  code: 'flow.no_presence',
  cause: 'The flow has no live step, so a file that was drawn or taken from the web can pass for a person.',
  remedy: 'Add passive, active or enhanced liveness.',
  find: ({ steps }) =>
    steps.some(({ type }) => stepSchemas[type].live)
      ? []
      : [{ pointer: '/steps', detail: 'no step shows that a person is there' }],
};
