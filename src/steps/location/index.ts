import { z } from 'zod';
import type { Place } from '../../domain/traits.ts';
import { defineStep } from '../define-step.ts';
import type { CheckCode, StepCheck, StepConfig, StepSubmit } from '../define-step-schema.ts';
import { isRetakeCode } from '../../domain/faults/reason-codes.ts';
import { isCountryAmong } from '../sovereign-country.ts';
import { locationConclusion } from './conclude-location.ts';
import { countryAt } from './geography.ts';
import { locationSchema } from './schema.ts';

type Config = StepConfig<typeof locationSchema>;
type LocationCheck<Id extends string> = Extract<StepCheck<typeof locationSchema>, { id: Id }>;

const placeSchema = z.object({ latitude: z.number(), longitude: z.number(), accuracyMeters: z.number().nullable() });

/** The stored facts of the work, so that the evaluation can be replayed with another database. */
const locationResultSchema = z.object({
  /** For the coordinates; null at sea, and when there are none. */
  country: z.string().nullable(),
  /** Null when no database was usable. */
  network: z
    .object({
      country: z.string().nullable(),
      place: placeSchema.nullable(),
      hosting: z.boolean().nullable(),
      vpn: z.boolean().nullable(),
      tor: z.boolean().nullable(),
      /** Missing in results stored before databases were asked. */
      proxy: z.boolean().nullable().default(null),
    })
    .nullable(),
  durationMs: z.number(),
});
type Result = z.output<typeof locationResultSchema>;

/** The person's location, according to the device and to the network. */
export const locationStep = defineStep(locationSchema, locationResultSchema, {
  job: 'contact.assess',

  filesAtMost: () => ({}),

  accept: () => {},

  async work(tools, { input, verificationId }) {
    const startedAt = performance.now();
    const country = 'denied' in input ? null : countryAt(input);
    const network = tools.networkPlaces?.find(await tools.networkAddressOf(verificationId)) ?? null;
    return { country, network, durationMs: performance.now() - startedAt };
  },

  evaluate({ config, input, result }) {
    const geolocation = checkGeolocation(config, input, result);
    const [first] = geolocation;
    const isUsable = !('denied' in input) && input.accuracyMeters <= config.maxAccuracyMeters;
    const gpsPlace: Place | null = isUsable ? input : null;
    const { network } = result;
    return {
      retakeCodes: first?.code != null && isRetakeCode(first.code) ? [first.code] : [],
      outcome: {
        record: {
          coordinates: 'denied' in input ? null : input,
          country: result.country,
          networkCountry: network?.country ?? null,
        },
        checks: [...geolocation, ...checkNetwork(config, result)],
        facts: {},
        traits: {
          ...(gpsPlace !== null && { gpsPlace }),
          ...(gpsPlace !== null && result.country !== null && { gpsCountry: result.country }),
          ...(network?.place != null && { networkPlace: network.place }),
          ...(network?.country != null && { networkCountry: network.country }),
        },
        models: [],
      },
    };
  },

  conclusion: locationConclusion,
});

/** The country of inaccurate coordinates is a doubt and never a refusal, because the border may be near. */
function checkGeolocation(
  { gps, maxAccuracyMeters, allowedCountries }: Config,
  input: StepSubmit<typeof locationSchema>,
  { country, durationMs }: Result,
): LocationCheck<'geolocation'>[] {
  const check = { id: 'geolocation', durationMs: Math.round(durationMs) } as const;
  if ('denied' in input) {
    const data = { country: null, accuracyMeters: null, denied: true };
    return gps === 'required'
      ? [{ ...check, data, outcome: 'failed', code: 'geolocation.permission_denied' }]
      : [{ ...check, data, outcome: 'warning', code: 'geolocation.not_given' }];
  }
  const { accuracyMeters } = input;
  const data = { country, accuracyMeters, denied: false };
  const isUnknown = { ...check, data, outcome: 'warning', code: 'geolocation.country_unknown' } as const;
  const isAllowed = country !== null && (allowedCountries === null || isCountryAmong(allowedCountries, country));
  if (accuracyMeters > maxAccuracyMeters) {
    const outcome = gps === 'required' ? 'failed' : 'warning';
    return [{ ...check, data, outcome, code: 'geolocation.inaccurate' }, ...(isAllowed ? [] : [isUnknown])];
  }
  if (country === null) return [isUnknown];
  if (!isAllowed) return [{ ...check, data, outcome: 'failed', code: 'geolocation.country_not_allowed' }];
  return [{ ...check, data, outcome: 'passed', code: null }];
}

function checkNetwork(
  { allowedCountries, hiddenNetworks }: Config,
  { network }: Result,
): LocationCheck<'ip-location'>[] {
  const check = { id: 'ip-location', durationMs: 0 } as const;
  if (network === null) return [{ ...check, data: null, outcome: 'error', code: 'check.model_missing' }];
  const { country, hosting, vpn, tor, proxy } = network;
  const data = { country, hosting, vpn, tor, proxy };
  const findings: LocationCheck<'ip-location'>[] = [];
  if (country !== null && allowedCountries !== null && !isCountryAmong(allowedCountries, country)) {
    findings.push({ ...check, data, outcome: 'failed', code: 'ip_location.country_not_allowed' });
  }
  const outcome = hiddenNetworks === 'fail' ? 'failed' : 'warning';
  if (hiddenNetworks !== 'accept') {
    findings.push(...hiddenBy(network).map((code) => ({ ...check, data, outcome, code }) as const));
  }
  if (country === null) findings.push({ ...check, data, outcome: 'warning', code: 'ip_location.country_unknown' });
  // A flow that looks for hidden networks needs a database that knows every kind: an unknown kind is not an absent one.
  if (hiddenNetworks !== 'accept' && [hosting, vpn, tor, proxy].includes(null)) {
    findings.push(
      hiddenNetworks === 'fail'
        ? { ...check, data, outcome: 'error', code: 'check.model_missing' }
        : { ...check, data, outcome: 'warning', code: 'ip_location.hidden_networks_unknown' },
    );
  }
  return findings.length > 0 ? findings : [{ ...check, data, outcome: 'passed', code: null }];
}

/** The signs that a network is hidden. The others are usually at a hosting provider, which then says nothing more. */
function hiddenBy({
  tor,
  vpn,
  proxy,
  hosting,
}: NonNullable<Result['network']>): CheckCode<typeof locationSchema, 'ip-location'>[] {
  const signs = [
    ...(tor === true ? (['ip_location.tor'] as const) : []),
    ...(vpn === true ? (['ip_location.vpn'] as const) : []),
    ...(proxy === true ? (['ip_location.proxy'] as const) : []),
  ];
  return signs.length === 0 && hosting === true ? ['ip_location.hosting'] : signs;
}
