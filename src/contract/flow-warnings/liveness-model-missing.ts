import type { FlowDocument } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const livenessModelMissing: FlowWarningDefinition = {
  code: 'flow.liveness_model_missing',
  cause: 'A configured anti-spoofing model is loaded by no worker, so no attempt of this step passes by itself.',
  remedy: 'Run `npm run models` and start the workers again.',
  find: ({ steps }, { antiSpoofing }) =>
    steps.flatMap((step, index) =>
      !antiSpoofing && showsFace(step)
        ? [
            {
              pointer: `/steps/${index}`,
              detail: `${step.id} needs every configured anti-spoofing model, and not all are loaded`,
            },
          ]
        : [],
    ),
};

function showsFace(step: FlowDocument['steps'][number]): boolean {
  if (step.type === 'voice-liveness') return step.config.withVideo;
  return step.type === 'passive-liveness' || step.type === 'active-liveness';
}
