import { z } from 'zod';
import { Problem } from '../../domain/faults/errors.ts';
import { defineStep } from '../define-step.ts';
import { livenessConclusion } from '../faces/liveness-conclusion.ts';
import { faceLookSchema, lookAtFace } from '../faces/look-at-face.ts';
import { evaluatePassiveLiveness } from './evaluate-passive-liveness.ts';
import { passiveLivenessSchema } from './schema.ts';

/** One picture, judged for liveness by anti-spoofing models and by what covers the face. */
export const passiveLivenessStep = defineStep(passiveLivenessSchema, z.object({ look: faceLookSchema.nullable() }), {
  job: 'face.judge',
  filesAtMost: ({ reuseSelfieOf }) => (reuseSelfieOf === null ? { selfie: 1 } : {}),
  requiresCamera: ({ capture }) => capture === 'camera',

  accept({ config, files }) {
    if (config.reuseSelfieOf !== null) return;
    if (!files.some((file) => file.kind === 'selfie' && file.state !== 'unusable')) {
      throw new Problem('step.files_missing', { detail: 'A usable selfie is missing.' });
    }
  },

  async work(tools, { config, files, verificationId }) {
    const file =
      config.reuseSelfieOf === null
        ? files.find(({ kind }) => kind === 'selfie')
        : await tools.findSelfie(verificationId, config.reuseSelfieOf);
    if (file == null) return { look: null };
    const questions = { template: true, antiSpoofing: true, coverings: true, reproduction: true };
    return { look: await lookAtFace(tools, file, questions) };
  },

  evaluate: evaluatePassiveLiveness,
  conclusion: livenessConclusion,
});
