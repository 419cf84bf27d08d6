import type { FlowDocument } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const livenessModelMissing: FlowWarningDefinition = {
  code: 'flow.liveness_model_missing',
  cause:
    'No worker has loaded one of the configured anti-spoofing models, so no attempt of this step passes without review.',
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
