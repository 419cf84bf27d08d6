import type { FlowWarningDefinition } from './flow-warning.ts';
import { presenceSteps } from './presence-steps.ts';

export const presenceByVoiceAlone: FlowWarningDefinition = {
  code: 'flow.presence_by_voice_alone',
  cause:
    'Only a voice shows that a person is there, or the policy ignores every other sign. A speech synthesiser can read the digits.',
  remedy: 'Add active or enhanced liveness, and accept none of its codes.',
  find(flow) {
    const shown = presenceSteps(flow);
    const isVoiceAlone = shown.length > 0 && shown.every(({ type }) => type === 'voice-liveness');
    return isVoiceAlone ? [{ pointer: '/steps', detail: 'only a voice shows that a person is there' }] : [];
  },
};
