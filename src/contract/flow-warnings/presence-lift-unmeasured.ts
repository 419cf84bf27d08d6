import type { FlowWarningDefinition } from './flow-warning.ts';

export const presenceLiftUnmeasured: FlowWarningDefinition = {
  code: 'flow.presence_lift_unmeasured',
  cause:
    'A film of the tilted document removes a doubt, but this was measured on made-up films only. A laminated copy, and a screen with fine pixels that shows nothing but the document, may pass.',
  remedy: 'Set `presenceLifts` to `nothing`, or measure films of your own documents before you rely on it.',
  find: ({ steps }) =>
    steps.flatMap((step, index) =>
      step.type === 'document' && step.config.presenceLifts !== 'nothing'
        ? [
            {
              pointer: `/steps/${index}/config/presenceLifts`,
              detail: 'no film of a real document was measured, and this one removes a doubt',
            },
          ]
        : [],
    ),
};
