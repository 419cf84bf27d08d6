import type { FlowWarningDefinition } from './flow-warning.ts';

export const presenceLiftUnmeasured: FlowWarningDefinition = {
  code: 'flow.presence_lift_unmeasured',
  cause:
    'A video of the tilted document clears a warning, but this was measured on synthetic videos only. A laminated copy, and a screen with fine pixels that shows nothing but the document, may pass.',
  remedy: 'Set `presenceLifts` to `nothing`, or measure videos of your own documents before you rely on it.',
  find: ({ steps }) =>
    steps.flatMap((step, index) =>
      step.type === 'document' && step.config.presenceLifts !== 'nothing'
        ? [
            {
              pointer: `/steps/${index}/config/presenceLifts`,
              detail: 'no video of a real document was measured, and this one clears a warning',
            },
          ]
        : [],
    ),
};
