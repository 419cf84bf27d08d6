import type { FlowWarningDefinition } from './flow-warning.ts';

export const livenessModelMissing: FlowWarningDefinition = {
  code: 'flow.liveness_model_missing',
  cause: 'A configured anti-spoofing model is loaded by no worker, so no attempt of this step passes by itself.',
  remedy: 'Run `npm run models` and start the workers again.',
  find: ({ steps }, { antiSpoofing }) =>
    steps.flatMap(({ id, type }, index) =>
      !antiSpoofing && (type === 'passive-liveness' || type === 'active-liveness')
        ? [
            {
              pointer: `/steps/${index}`,
              detail: `${id} needs every configured anti-spoofing model, and not all are loaded`,
            },
          ]
        : [],
    ),
};
