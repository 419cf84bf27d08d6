import type { FlowStep } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const filesInPlaceOfCamera: FlowWarningDefinition = {
  code: 'flow.files_in_place_of_camera',
  cause:
    'The step accepts PDFs or pictures from the gallery, which are easier to forge than pictures that the camera takes.',
  remedy: 'Set `capture` to `camera` and `allowPdf` to false, except for papers that arrive as files.',
  find: ({ steps }) =>
    steps.flatMap((step, index) => {
      if (step.type === 'selfie' || step.type === 'passive-liveness') return pictureOfFace(step, index);
      if (step.type !== 'document') return [];
      const { capture, allowPdf, accept } = step.config;
      // Bills normally arrive as files, so accepting them is not a weakness of the flow.
      if (accept.every(({ type }) => type === 'proof-of-residency')) return [];
      const pointer = `/steps/${index}/config`;
      return [
        ...(capture === 'camera'
          ? []
          : [{ pointer: `${pointer}/capture`, detail: `${step.id} accepts gallery pictures` }]),
        ...(allowPdf ? [{ pointer: `${pointer}/allowPdf`, detail: `${step.id} accepts PDFs` }] : []),
      ];
    }),
};

function pictureOfFace(step: Extract<FlowStep, { type: 'selfie' | 'passive-liveness' }>, index: number) {
  const takesNone = step.type === 'passive-liveness' && step.config.reuseSelfieOf !== null;
  if (takesNone || step.config.capture === 'camera') return [];
  const pointer = `/steps/${index}/config/capture`;
  return [{ pointer, detail: `${step.id} accepts pictures that the SDK’s camera did not take` }];
}
