import type { FlowWarningDefinition } from './flow-warning.ts';

export const hiddenNetworksUnknown: FlowWarningDefinition = {
  code: 'flow.hidden_networks_unknown',
  cause: 'Without a database of anonymous addresses in `GEOIP_DB`, every attempt goes to review.',
  remedy: 'Set `GEOIP_DB` to such a database (docs/configuration.md), or set `hiddenNetworks` to `accept`.',
  find: ({ steps }, { networks }) =>
    steps.flatMap((step, index) =>
      !networks.hiddenNetworks && step.type === 'location' && step.config.hiddenNetworks !== 'accept'
        ? [{ pointer: `/steps/${index}/config/hiddenNetworks`, detail: `${step.id} recognises no hidden network` }]
        : [],
    ),
};
