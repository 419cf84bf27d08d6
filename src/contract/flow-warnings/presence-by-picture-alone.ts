import type { FlowWarningDefinition } from './flow-warning.ts';
import { presenceSteps } from './presence-steps.ts';

/**
 * The models of passive liveness look for the marks of paper and screens. A digital photograph, a generated face, a worn mask and a screen
 * whose pixels no camera sees have none; bench/accuracy/results/liveness.md counts how many of them pass.
 */
export const presenceByPictureAlone: FlowWarningDefinition = {
  code: 'flow.presence_by_picture_alone',
  cause:
    'Only a picture, or a picture and a voice, shows that a person is there; the policy ignores every other sign. These can pass: a photograph that a program sends, a generated face, a worn mask, a screen with fine pixels that fills the picture, and some prints.',
  remedy: 'Add active or enhanced liveness, and accept none of its codes.',
  find(flow) {
    const types = new Set(presenceSteps(flow).map(({ type }) => type));
    const hasPicture = types.delete('passive-liveness');
    types.delete('voice-liveness');
    return hasPicture && types.size === 0
      ? [
          {
            pointer: '/steps',
            detail:
              'nothing but a picture shows that a person is there, and a mask, a fine screen or a generated face can pass',
          },
        ]
      : [];
  },
};
