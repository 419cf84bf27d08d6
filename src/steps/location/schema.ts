import { z } from 'zod';
import { defineStepSchema } from '../define-step-schema.ts';
import { named } from '../named-schema.ts';
import { countryCodeSchema } from '../value-schemas.ts';

/** A refinement instead of plain limits, so that the fault has a separate code. */
const degreesUpTo = (limit: number) =>
  z
    .number()
    .refine((degrees) => Math.abs(degrees) <= limit, {
      error: `must be between -${limit} and ${limit}`,
      params: { code: 'location.coordinates_out_of_range' },
    })
    .meta({ minimum: -limit, maximum: limit });

const latitude = degreesUpTo(90);
const longitude = degreesUpTo(180);
const accuracyMeters = z.number().min(0).max(40_000_000);
const distanceKm = z.number().min(0).max(20_040);

/** The service knows no distance without a database of cities, so the default does not require one. */
export const defaultNetworkDistanceKm = 500;

const captureSettings = { gps: z.enum(['required', 'optional']).default('optional') };

export const locationSchema = defineStepSchema(
  {
    type: 'location',
    resultKey: 'location',
    biometric: false,
    live: false,
    challenge: null,
    config: named(
      'LocationStepConfig',
      z.strictObject({
        ...captureSettings,
        allowedCountries: z
          .array(countryCodeSchema)
          .min(1)
          .max(250)
          .nullable()
          .default(null)
          .meta({ description: 'Null means all.' }),
        maxAccuracyMeters: z.number().int().min(10).max(100_000).default(5000),
        hiddenNetworks: z.enum(['accept', 'warn', 'fail']).default('warn').meta({
          description: 'A VPN, a proxy, a hosting provider or Tor. If no database tells, `fail` is an error.',
        }),
        maxNetworkDistanceKm: distanceKm.nullable().default(defaultNetworkDistanceKm).meta({
          description:
            'The largest distance between coordinates and network. Null: any. With another value than the default, an unknown distance goes to review.',
        }),
      }),
      { description: 'Settings of a location step.', example: { gps: 'required', allowedCountries: ['BR'] } },
    ),
    publicConfig: named('LocationPublicConfig', z.object(captureSettings), {
      description: 'Settings of a location step, as the SDK sees them.',
      example: { gps: 'required' },
    }),
    submit: named(
      'LocationSubmit',
      z.union([z.object({ latitude, longitude, accuracyMeters }), z.object({ denied: z.literal(true) })]),
      {
        description: 'The location of the device, or a refusal to share it.',
        example: { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 12 },
      },
    ),
    result: named(
      'LocationResult',
      z.object({
        coordinates: z.object({ latitude, longitude, accuracyMeters }).nullable(),
        country: countryCodeSchema.nullable(),
        networkCountry: countryCodeSchema.nullable(),
      }),
      {
        description: 'The location that the person shared and the location of the network.',
        example: {
          coordinates: { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 12 },
          country: 'BR',
          networkCountry: 'BR',
        },
      },
    ),
    checks: {
      geolocation: {
        always: true,
        data: z.object({
          country: countryCodeSchema.nullable(),
          accuracyMeters: accuracyMeters.nullable(),
          denied: z.boolean(),
        }),
        codes: [
          'geolocation.permission_denied',
          'geolocation.inaccurate',
          'geolocation.not_given',
          'geolocation.country_not_allowed',
          'geolocation.country_unknown',
        ],
      },
      'ip-location': {
        always: true,
        data: z.object({
          country: countryCodeSchema.nullable(),
          hosting: z.boolean().nullable(),
          vpn: z.boolean().nullable(),
          tor: z.boolean().nullable(),
          proxy: z.boolean().nullable().default(null),
        }),
        codes: [
          'ip_location.country_not_allowed',
          'ip_location.country_unknown',
          'ip_location.hosting',
          'ip_location.vpn',
          'ip_location.tor',
          'ip_location.proxy',
          'ip_location.hidden_networks_unknown',
        ],
      },
      'location-consistency': {
        data: z.object({
          networkDistanceKm: distanceKm.nullable(),
          placeCountry: countryCodeSchema.nullable(),
          networkCountry: countryCodeSchema.nullable(),
          phoneCountry: countryCodeSchema.nullable(),
          documentCountry: countryCodeSchema.nullable(),
          speedKmPerHour: z.number().min(0).max(1_000_000_000).nullable(),
        }),
        codes: [
          'location_consistency.too_far',
          'location_consistency.distance_unknown',
          'location_consistency.countries_differ',
          'location_consistency.impossible_speed',
        ],
      },
    },
    mediaKinds: [],
    captureCodes: [],
  },
  ({ gps }) => ({ gps }),
);
