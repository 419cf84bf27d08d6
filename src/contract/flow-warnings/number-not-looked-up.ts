import { numberQuestions } from '../../domain/ports/messages/number-lookup.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const numberNotLookedUp: FlowWarningDefinition = {
  code: 'flow.number_not_looked_up',
  cause:
    'The risk of a number leaves out what no provider is asked, such as a swapped SIM card. The result names it in `notAsked`.',
  remedy: 'Set `TWILIO_LOOKUP` (docs/configuration.md), or accept the risk.',
  find: ({ steps }, { numberLookup }) => {
    const missing = numberQuestions.filter((question) => !numberLookup.includes(question));
    return steps.flatMap((step, index) =>
      missing.length > 0 && step.type === 'phone' && step.config.riskCheck
        ? [{ pointer: `/steps/${index}/config/riskCheck`, detail: `${step.id} does not ask: ${missing.join(', ')}` }]
        : [],
    );
  },
};
