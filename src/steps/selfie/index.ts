import { Problem } from '../../domain/faults/errors.ts';
import { z } from 'zod';
import { defineStep } from '../define-step.ts';
import { faceLookSchema, lookAtFace } from '../faces/look-at-face.ts';
import { selfieConclusion } from './conclude-selfie.ts';
import { evaluateSelfie } from './evaluate-selfie.ts';
import { selfieSchema } from './schema.ts';

/** One picture of the person, compared with the portrait in their document. */
export const selfieStep = defineStep(selfieSchema, z.object({ look: faceLookSchema }), {
  job: 'face.judge',
  filesAtMost: () => ({ selfie: 1 }),
  requiresCamera: ({ capture }) => capture === 'camera',

  accept({ files }) {
    if (!files.some((file) => file.kind === 'selfie' && file.state !== 'unusable')) {
      throw new Problem('step.files_missing', { detail: 'A usable selfie is missing.' });
    }
  },

  async work(tools, { files }) {
    const file = files.find(({ kind }) => kind === 'selfie');
    if (file === undefined) throw new Error('a selfie was submitted without a file');
    return { look: await lookAtFace(tools, file, { template: true }) };
  },

  evaluate: evaluateSelfie,
  conclusion: selfieConclusion,
});
