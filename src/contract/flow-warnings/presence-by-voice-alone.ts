import { reliesOnVoiceAlone } from '../../steps/voice-liveness/relies-on-voice-alone.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const presenceByVoiceAlone: FlowWarningDefinition = {
  code: 'flow.presence_by_voice_alone',
  cause: 'A voice is the only sign that a person is there, and a speech synthesiser can read the digits.',
  remedy: 'Add passive, active or enhanced liveness.',
  find: ({ steps }) =>
    reliesOnVoiceAlone(steps) ? [{ pointer: '/steps', detail: 'only a voice shows that a person is there' }] : [],
};
