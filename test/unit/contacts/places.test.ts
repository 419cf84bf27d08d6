import { describe, expect, it } from 'vitest';
import { createMmdbNetworkPlaces, packagedGeoipFile } from '../../../src/adapters/network/mmdb-network-places.ts';
import type { Traits } from '../../../src/domain/traits.ts';
import { isAddressAdmitted } from '../../../src/services/starts/address-rules.ts';
import type { FinishedStep } from '../../../src/steps/conclusion.ts';
import { locationConclusion } from '../../../src/steps/location/conclude-location.ts';
import { distanceKm } from '../../../src/steps/location/geography.ts';
import { locationSchema } from '../../../src/steps/location/schema.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const other = (traits: Traits): FinishedStep => ({ stepId: 'other', type: 'document', config: {}, traits });

describe('places', () => {
  const config = locationSchema.config.parse({});
  const saoPaulo = { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 10 };
  const rio = { latitude: -22.9068, longitude: -43.1729, accuracyMeters: 10 };
  const tokyo = { latitude: 35.6762, longitude: 139.6503, accuracyMeters: 10 };
  const judge = (
    traits: Traits,
    { last = null, others = [], more = {} }: { last?: object | null; others?: FinishedStep[]; more?: object } = {},
  ) =>
    locationConclusion.judge({
      stepId: 'location',
      config: { ...config, ...more },
      traits,
      others,
      seen: { last } as Parameters<typeof locationConclusion.judge>[0]['seen'],
      at,
    })[0];
  const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000).toISOString();

  it('are apart by the great-circle distance, less the uncertainty', () => {
    expect(distanceKm(saoPaulo, rio)).toBeCloseTo(360.7, 0);
    expect(distanceKm(saoPaulo, { ...rio, accuracyMeters: 400_000 })).toBe(0);
  });

  it('cannot be reached faster than any airliner', () => {
    const impossible = judge({ gpsPlace: saoPaulo }, { last: { place: tokyo, at: hoursAgo(2) } });
    expect(impossible).toMatchObject({ outcome: 'warning', code: 'location_consistency.impossible_speed' });
    expect(judge({ gpsPlace: saoPaulo }, { last: { place: tokyo, at: hoursAgo(48) } })).toMatchObject({
      outcome: 'passed',
    });
    expect(judge({ gpsPlace: saoPaulo }, { last: { place: rio, at: hoursAgo(1) } })).toMatchObject({
      outcome: 'passed',
    });
    // Two sessions at the same moment must not cause a division by zero.
    expect(judge({ gpsPlace: saoPaulo }, { last: { place: tokyo, at: at.toISOString() } })).toMatchObject({
      code: 'location_consistency.impossible_speed',
    });
  });

  it('of coordinates and network may be as far apart as the flow says', () => {
    const traits = { gpsPlace: saoPaulo, gpsCountry: 'BR', networkPlace: tokyo, networkCountry: 'JP' };
    expect(judge(traits)).toMatchObject({ code: 'location_consistency.too_far' });
    expect(judge({ ...traits, networkPlace: rio, networkCountry: 'BR' })).toMatchObject({ outcome: 'passed' });
  });

  it('whose distance the flow limits itself go to review if the distance is unknown', () => {
    const own = { maxNetworkDistanceKm: 300 };
    const traits = { gpsPlace: saoPaulo, gpsCountry: 'BR', networkPlace: saoPaulo, networkCountry: 'BR' };
    const { gpsPlace, gpsCountry, ...networkAlone } = traits;
    const { networkPlace, ...withoutCity } = traits;
    const unknown = { outcome: 'warning', code: 'location_consistency.distance_unknown' };
    expect(judge(traits, { more: own })).toMatchObject({ outcome: 'passed' });
    expect(judge(withoutCity, { more: own })).toMatchObject(unknown);
    expect(judge({ gpsPlace, gpsCountry }, { more: own })).toMatchObject(unknown);
    expect(judge(networkAlone, { more: own })).toMatchObject(unknown);
    expect(judge({}, { more: own })).toMatchObject(unknown);
    // A network that may be anywhere in a circle larger than the limit is near nothing.
    const vague = { ...networkPlace, accuracyMeters: 1_000_000 };
    expect(judge({ ...traits, networkPlace: vague }, { more: own })).toMatchObject(unknown);
    for (const maxNetworkDistanceKm of [500, null]) {
      expect(judge(withoutCity, { more: { maxNetworkDistanceKm } })).toMatchObject({ outcome: 'passed' });
    }
  });

  it('are compared with phone and document', () => {
    const others = [other({ documentCountry: 'DE' }), other({ phoneCountry: 'BR' })];
    expect(judge({ gpsCountry: 'BR' }, { others })).toMatchObject({
      code: 'location_consistency.countries_differ',
      data: { phoneCountry: 'BR', documentCountry: 'DE' },
    });
  });

  it.each([
    ['document', 'documentCountry'],
    ['number', 'phoneCountry'],
  ] as const)('are compared with every %s, whichever the person shows first', (_what, country) => {
    const [own, foreign] = [other({ [country]: 'BR' }), other({ [country]: 'DE' })];
    for (const others of [
      [own, foreign],
      [foreign, own],
    ]) {
      expect(judge({ gpsCountry: 'BR' }, { others })).toMatchObject({
        code: 'location_consistency.countries_differ',
        data: { [country]: 'DE' },
      });
    }
    expect(judge({ gpsCountry: 'BR' }, { others: [own, own] })).toMatchObject({ outcome: 'passed' });
  });

  it('that are alone contradict nothing, and there is no check', () => {
    expect(judge({ gpsCountry: 'BR' })).toBeUndefined();
  });

  it('of networks come from the packaged database, in both spellings of IPv4', async () => {
    const places = await createMmdbNetworkPlaces([packagedGeoipFile()]);
    expect(places.find('200.147.3.157')).toMatchObject({ country: 'BR', place: null, vpn: null });
    expect(places.find('::ffff:200.147.3.157')).toMatchObject({ country: 'BR' });
    expect(places.find('2001:4860:4860::8888')).toMatchObject({ country: 'US' });
    expect([places.find('127.0.0.1'), places.find('no address')].map(({ country }) => country)).toEqual([null, null]);
  });
});

it('rules in the IPv6 spelling of IPv4 hold for IPv4 addresses', () => {
  const deny = ['::ffff:203.0.113.0/120'];
  expect(
    ['203.0.113.9', '::ffff:203.0.113.9', '203.0.114.1'].map((address) =>
      isAddressAdmitted(address, { allow: [], deny }),
    ),
  ).toEqual([false, false, true]);
});
