import { defaultNetworkDistanceKm } from '../../steps/location/schema.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const networkDistanceUnknown: FlowWarningDefinition = {
  code: 'flow.network_distance_unknown',
  cause:
    'Without a database of cities in `GEOIP_DB`, the coordinates are compared with the country of the network alone. With another value than the default, every attempt goes to review.',
  remedy: 'Set `GEOIP_DB` to a database of cities (docs/configuration.md), or set `maxNetworkDistanceKm` to null.',
  find: ({ steps }, { networks }) =>
    steps.flatMap((step, index) => {
      if (networks.places || step.type !== 'location' || step.config.maxNetworkDistanceKm === null) return [];
      const isDefault = step.config.maxNetworkDistanceKm === defaultNetworkDistanceKm;
      const detail = `${step.id} knows no distance, and ${isDefault ? 'passes without one' : 'goes to review'}`;
      return [{ pointer: `/steps/${index}/config/maxNetworkDistanceKm`, detail }];
    }),
};
