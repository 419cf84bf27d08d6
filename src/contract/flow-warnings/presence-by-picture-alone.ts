import type { FlowWarningDefinition } from './flow-warning.ts';
import { presenceSteps } from './presence-steps.ts';

/** A digital photograph of a person differs from a picture of the camera in nothing that the models of passive liveness look at. */
export const presenceByPictureAlone: FlowWarningDefinition = {
  code: 'flow.presence_by_picture_alone',
  cause:
    'Only a picture, or a picture and a voice, shows that a person is there; the policy ignores every other sign. A program that sends a published photograph passes.',
  remedy: 'Add active or enhanced liveness, and accept none of its codes.',
  find(flow) {
    const types = new Set(presenceSteps(flow).map(({ type }) => type));
    const hasPicture = types.delete('passive-liveness');
    types.delete('voice-liveness');
    return hasPicture && types.size === 0
      ? [{ pointer: '/steps', detail: 'nothing but a picture shows that a person is there' }]
      : [];
  },
};
