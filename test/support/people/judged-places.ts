import type { Check } from '../../../src/domain/verifications/check.ts';
import { locationConclusion } from '../../../src/steps/location/conclude-location.ts';
import { locationStep } from '../../../src/steps/location/index.ts';
import { locationSchema } from '../../../src/steps/location/schema.ts';

const at = new Date('2026-03-01T12:00:00.000Z');

/** The checks of coordinates in São Paulo and of a network, which is an ordinary one of Brazil if nothing else is said. */
export function placesOf(config: object, { accuracyMeters = 10, country = 'BR', network = {} }): Check[] {
  const found = { country: 'BR', place: null, hosting: false, vpn: false, tor: false, proxy: false, ...network };
  const stored = { kind: 'done' as const, result: { country, network: found, durationMs: 1 } };
  const input = { latitude: -23.5505, longitude: -46.6333, accuracyMeters };
  return locationStep.evaluate({ config, input, stored, at, earlier: [] }).outcome.checks;
}

/** The checks of a person who was in Tokyo two hours ago. */
export function journeyOf(gpsCountry: string, documentCountry: string): Check[] {
  const here = { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 10 };
  const tokyo = { latitude: 35.6762, longitude: 139.6503, accuracyMeters: 10 };
  return locationConclusion.judge({
    stepId: 'location',
    config: locationSchema.config.parse({}),
    traits: { gpsPlace: here, gpsCountry },
    others: [{ stepId: 'document', type: 'document', config: {}, traits: { documentCountry } }],
    seen: { last: { place: tokyo, at: new Date(at.getTime() - 7_200_000).toISOString() } },
    at,
  });
}
