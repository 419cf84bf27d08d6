import type { FlowWarningDefinition } from './flow-warning.ts';

export const phoneOfAnyCountry: FlowWarningDefinition = {
  code: 'flow.phone_of_any_country',
  cause: 'The phone step sends messages to every country, which invites fraud with premium-rate numbers.',
  remedy: 'Set `allowedCountries` of the step.',
  find: ({ steps }) =>
    steps.flatMap((step, index) =>
      step.type === 'phone' && step.config.allowedCountries === null && step.config.deniedCountries.length === 0
        ? [{ pointer: `/steps/${index}/config/allowedCountries`, detail: `${step.id} has no rule about countries` }]
        : [],
    ),
};
