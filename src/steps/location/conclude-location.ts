import { z } from 'zod';
import type { Place, Traits } from '../../domain/traits.ts';
import type { Conclusion, ConcludedStep } from '../conclusion.ts';
import type { CheckCode, CheckData, StepConfig } from '../define-step-schema.ts';
import { isSameCountry } from '../sovereign-country.ts';
import { distanceKm } from './geography.ts';
import { defaultNetworkDistanceKm, type locationSchema } from './schema.ts';

type Config = StepConfig<typeof locationSchema>;

/** Faster than any airliner, door to door. */
const impossibleKmPerHour = 1000;
/** Within this distance, inaccurate locations explain everything. */
const notableKm = 100;
/** Two visits closer in time count as this far apart, so that clock differences and rounding cause no extreme speeds. */
const shortestHours = 1 / 60;
const fastestRecordedKmPerHour = 1_000_000_000;

const placeSchema = z.object({ latitude: z.number(), longitude: z.number(), accuracyMeters: z.number().nullable() });
const seenSchema = z.object({
  /** Where the identity was in another verification: of several, the place from which the journey here was the fastest. */
  last: z.object({ place: placeSchema, at: z.iso.datetime() }).nullable(),
  /** When it was here. Missing in older results, for which the time of the verdict counts. */
  shownAt: z.iso.datetime().optional(),
});

export const locationConclusion: { seen: typeof seenSchema } & Conclusion<Config, z.output<typeof seenSchema>> = {
  seen: seenSchema,

  async look(history, { traits, finishedAt }) {
    const here = hereOf(traits);
    const speedFrom = ({ place, at }: { place: Place; at: Date }) =>
      here && finishedAt ? speedOf(distanceKm(place, here), finishedAt.getTime() - at.getTime()) : 0;
    const places = await history.findLastPlaces();
    const last = places.reduce(
      (one, other) => (one && speedFrom(one) >= speedFrom(other) ? one : other),
      places[0] ?? null,
    );
    const known = { last: last && { place: last.place, at: last.at.toISOString() } };
    // The person chooses when the verdict comes, so its time would make every journey slow enough.
    return finishedAt == null ? known : { ...known, shownAt: finishedAt.toISOString() };
  },

  judge({ config, traits, others, seen, at }) {
    const data = evidenceOf(traits, others, seen, at);
    const codes = [...(isComparable(data) ? faultsOf(data, config) : []), ...unknownsOf(data, traits, config)];
    if (codes.length === 0 && !isComparable(data)) return [];
    const check = { id: 'location-consistency', data, durationMs: 0 } as const;
    if (codes.length === 0) return [{ ...check, outcome: 'passed', code: null }];
    return codes.map((code) => ({ ...check, outcome: 'warning', code }));
  },
};

type Evidence = CheckData<typeof locationSchema, 'location-consistency'>;

function evidenceOf(
  traits: Traits,
  others: ConcludedStep<Config>['others'],
  { last, shownAt }: z.output<typeof seenSchema>,
  at: Date,
): Evidence {
  const { gpsPlace, gpsCountry, networkPlace, networkCountry } = traits;
  const here = hereOf(traits);
  const country = gpsCountry ?? networkCountry;
  const hereAt = shownAt === undefined ? at : new Date(shownAt);
  return {
    networkDistanceKm: gpsPlace && networkPlace ? rounded(distanceKm(gpsPlace, networkPlace)) : null,
    placeCountry: gpsCountry ?? null,
    networkCountry: networkCountry ?? null,
    phoneCountry: mostTelling(
      others.map((other) => other.traits.phoneCountry),
      country,
    ),
    documentCountry: mostTelling(
      others.map((other) => other.traits.documentCountry),
      country,
    ),
    speedKmPerHour:
      here && last ? speedOf(distanceKm(last.place, here), hereAt.getTime() - new Date(last.at).getTime()) : null,
  };
}

/** Two locations can be compared; a single one contradicts nothing, so there is no check. */
function isComparable(data: Evidence): boolean {
  const countries = [data.placeCountry, data.networkCountry, data.phoneCountry, data.documentCountry];
  return countries.filter((country) => country !== null).length > 1 || data.speedKmPerHour !== null;
}

function faultsOf(
  data: Evidence,
  { maxNetworkDistanceKm }: Config,
): CheckCode<typeof locationSchema, 'location-consistency'>[] {
  const [first, ...rest] = [data.placeCountry, data.networkCountry, data.phoneCountry, data.documentCountry].filter(
    (country) => country !== null,
  );
  const isTooFast = (data.speedKmPerHour ?? 0) > impossibleKmPerHour;
  const isTooFar = maxNetworkDistanceKm !== null && (data.networkDistanceKm ?? 0) > maxNetworkDistanceKm;
  const isElsewhere = first !== undefined && rest.some((country) => !isSameCountry(first, country));
  return [
    ...(isTooFast ? (['location_consistency.impossible_speed'] as const) : []),
    ...(isTooFar ? (['location_consistency.too_far'] as const) : []),
    ...(isElsewhere ? (['location_consistency.countries_differ'] as const) : []),
  ];
}

/**
 * A flow that sets the distance itself wants to know it. The service does not know it without a location of the network, or if the network's
 * circle is larger than the limit.
 */
function unknownsOf(
  { networkDistanceKm }: Evidence,
  { networkPlace }: Traits,
  { maxNetworkDistanceKm }: Config,
): CheckCode<typeof locationSchema, 'location-consistency'>[] {
  if (maxNetworkDistanceKm === null || maxNetworkDistanceKm === defaultNetworkDistanceKm) return [];
  const isVague = (networkPlace?.accuracyMeters ?? 0) > maxNetworkDistanceKm * 1000;
  return networkDistanceKm === null || isVague ? ['location_consistency.distance_unknown'] : [];
}

function hereOf({ gpsPlace, networkPlace }: Pick<Traits, 'gpsPlace' | 'networkPlace'>): Place | undefined {
  return gpsPlace ?? networkPlace;
}

function speedOf(km: number, ms: number): number {
  if (km < notableKm) return 0;
  const hours = Math.max(shortestHours, Math.abs(ms) / 3_600_000);
  return rounded(Math.min(fastestRecordedKmPerHour, km / hours));
}

/**
 * The country that is compared: of several documents or numbers, the first one of another country than the place. Otherwise the one that a
 * person shows first would hide the others.
 */
function mostTelling(countries: readonly (string | undefined)[], place: string | undefined): string | null {
  const known = countries.filter((country) => country !== undefined);
  const [first] = known;
  const against = place ?? first;
  return known.find((country) => against !== undefined && !isSameCountry(against, country)) ?? first ?? null;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
