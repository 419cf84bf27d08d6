import { Problem } from '../../domain/faults/errors.ts';
import { defineStep } from '../define-step.ts';
import { drawDigits } from './draw-digits.ts';
import { evaluateVoiceLiveness } from './evaluate-voice-liveness.ts';
import { hearVoice } from './hear-voice.ts';
import { heardVoiceSchema } from './heard-voice-schema.ts';
import { voiceLivenessSchema } from './schema.ts';
import { voiceConclusion } from './voice-conclusion.ts';

/** A recording in which the person reads digits that the server drew for it. A video contains both voice and picture. */
export const voiceLivenessStep = defineStep(voiceLivenessSchema, heardVoiceSchema, {
  job: 'face.judge',
  challenge: {
    ttlSeconds: ({ challengeTtlSeconds }) => challengeTtlSeconds,
    draw: ({ random }, { config, language }) => ({
      kind: 'digits',
      digits: drawDigits(random, config.digitCount),
      language: config.language ?? language,
    }),
  },
  recordedKind: ({ withVideo }) => (withVideo ? 'liveness-video' : 'voice-audio'),
  filesAtMost: ({ withVideo }) => (withVideo ? { 'liveness-video': 1 } : { 'voice-audio': 1 }),

  accept({ files }) {
    if (!files.some(({ state }) => state !== 'unusable')) {
      throw new Problem('step.files_missing', { detail: 'A usable recording is missing.' });
    }
  },

  work: hearVoice,
  evaluate: evaluateVoiceLiveness,
  conclusion: voiceConclusion,
});
