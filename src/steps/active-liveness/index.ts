import { Problem } from '../../domain/faults/errors.ts';
import {
  drawColour,
  lightStepCount,
  lightStepMs,
  mostPromptsWithLight,
} from '../../domain/verifications/light-colours.ts';
import { defineStep } from '../define-step.ts';
import { livenessConclusion } from '../faces/liveness-conclusion.ts';
import { drawLead, drawPrompt } from './draw-prompts.ts';
import { evaluateActiveLiveness } from './evaluate-active-liveness.ts';
import { measureVideoAhead, picturesAhead } from './measure-ahead.ts';
import { activeLivenessSchema } from './schema.ts';
import { watchVideo } from './watch-video.ts';
import { watchedVideoSchema } from './watched-video-schema.ts';

/** A video in which the person follows prompts that the server drew for it. */
export const activeLivenessStep = defineStep(activeLivenessSchema, watchedVideoSchema, {
  job: 'face.judge',
  challenge: {
    ttlSeconds: ({ challengeTtlSeconds }) => challengeTtlSeconds,
    draw: (_sources, { config: { promptCount, promptTimeoutMs, light }, light: isWished = false }) => ({
      kind: 'prompts',
      promptCount,
      promptTimeoutMs,
      light: light !== 'off' && promptCount <= mostPromptsWithLight && isWished,
    }),
    prompts: {
      leadMs: drawLead,
      draw(random, content, sent) {
        if (content.kind !== 'prompts') throw new Error('a challenge without prompts');
        const { prompts, light = [] } = sent;
        if (prompts.length < content.promptCount) return drawPrompt(random, content, prompts);
        const isLast = light.length + 1 >= lightStepCount;
        return { colour: drawColour(random, light.at(-1)?.colour), nextInMs: isLast ? null : lightStepMs };
      },
    },
  },
  filesAtMost: () => ({ 'liveness-video': 1 }),
  recordedKind: () => 'liveness-video',

  accept({ files }) {
    if (!files.some(({ kind, state }) => kind === 'liveness-video' && state !== 'unusable')) {
      throw new Problem('step.files_missing', { detail: 'A usable video is missing.' });
    }
  },

  ahead: { pictures: picturesAhead, begin: measureVideoAhead },
  work: watchVideo,
  evaluate: evaluateActiveLiveness,
  conclusion: livenessConclusion,
});
