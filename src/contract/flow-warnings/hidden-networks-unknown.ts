import type { FlowWarningDefinition } from './flow-warning.ts';

export const hiddenNetworksUnknown: FlowWarningDefinition = {
  code: 'flow.hidden_networks_unknown',
  cause:
    'No database is configured in `GEOIP_DB`, and the packaged table of countries knows no VPN, hosting provider or Tor exit. They count as ordinary networks, and with `hiddenNetworks: fail` every attempt goes to review.',
  remedy:
    'Set `GEOIP_DB` to a database of anonymous addresses (docs/configuration.md), or set `hiddenNetworks` of the step to `accept`.',
  find: ({ steps }, { networkDatabase }) =>
    steps.flatMap((step, index) =>
      !networkDatabase && step.type === 'location' && step.config.hiddenNetworks !== 'accept'
        ? [{ pointer: `/steps/${index}/config/hiddenNetworks`, detail: `${step.id} recognises no hidden network` }]
        : [],
    ),
};
