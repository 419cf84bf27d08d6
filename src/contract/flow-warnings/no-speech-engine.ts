import type { FlowWarningDefinition } from './flow-warning.ts';

export const noSpeechEngine: FlowWarningDefinition = {
  code: 'flow.no_speech_engine',
  cause: 'No speech recognition engine is configured, so every attempt of this step ends in review.',
  remedy: 'Set `SPEECH_URL` or `WHISPER_COMMAND`, or leave the step out.',
  find: ({ steps }, { speech }) =>
    steps.flatMap(({ id, type }, index) =>
      !speech && type === 'voice-liveness'
        ? [{ pointer: `/steps/${index}`, detail: `${id} needs a speech recognition engine` }]
        : [],
    ),
};
