import { z } from 'zod';
import { numberQuestions } from '../../domain/ports/messages/number-lookup.ts';
import { defineStepSchema } from '../define-step-schema.ts';
import { emptySubmitSchema } from '../face-schema.ts';
import type { FlowFault } from '../flow-fault.ts';
import { named } from '../named-schema.ts';
import { contactSharedData, maxOtherIdentitiesSchema } from '../shared-contact.ts';
import { confidenceSchema, countryCodeSchema, timestampSchema } from '../value-schemas.ts';

export const phoneNumberSchema = named('PhoneNumber', z.e164().max(16), {
  description: 'E.164.',
  example: '+5511987654321',
});

export const riskLevels = ['very-low', 'low', 'medium', 'high', 'very-high'] as const;

const riskLevelSchema = named('RiskLevel', z.enum(riskLevels), {
  description: 'Risk that a phone number carries, from the lowest level to the highest.',
  example: 'low',
});

const lineTypeSchema = z.enum(['mobile', 'landline', 'voip', 'premium', 'shared-cost', 'toll-free', 'unknown']);

const captureSettings = {
  allowedCountries: z
    .array(countryCodeSchema)
    .min(1)
    .max(250)
    .nullable()
    .default(null)
    .meta({ description: 'Null means all.' }),
  deniedCountries: z.array(countryCodeSchema).max(250).default([]),
  defaultCountry: countryCodeSchema.nullable().default(null),
  canSkip: z.boolean().default(false),
};

const configSchema = named(
  'PhoneStepConfig',
  z.strictObject({
    ...captureSettings,
    riskCheck: z.boolean().default(true),
    warnFromRisk: riskLevelSchema.default('high'),
    failFromRisk: riskLevelSchema.default('very-high'),
    maxOtherIdentities: maxOtherIdentitiesSchema,
  }),
  { description: 'Settings of a phone step.', example: { defaultCountry: 'BR' } },
);

export const phoneSchema = defineStepSchema(
  {
    type: 'phone',
    resultKey: 'phone',
    biometric: false,
    live: false,
    challenge: null,
    config: configSchema,
    publicConfig: named('PhonePublicConfig', z.object(captureSettings), {
      description: 'Settings of a phone step, as the SDK sees them.',
      example: { allowedCountries: null, deniedCountries: [], defaultCountry: 'BR', canSkip: false },
    }),
    submit: emptySubmitSchema,
    result: named(
      'PhoneResult',
      z.object({
        number: phoneNumberSchema.nullable(),
        country: countryCodeSchema.nullable(),
        lineType: lineTypeSchema.nullable(),
      }),
      {
        description: 'The number whose code was confirmed.',
        example: { number: '+5511987654321', country: 'BR', lineType: 'mobile' },
      },
    ),
    checks: {
      'phone-ownership': {
        always: true,
        data: z.object({
          confirmedAt: timestampSchema.nullable(),
          sendCount: z.number().int().min(0).max(100),
          wrongCodeCount: z.number().int().min(0).max(100),
        }),
        codes: ['phone_ownership.not_confirmed', 'phone.undeliverable', 'code.wrong'],
      },
      'phone-risk': {
        data: z.object({
          level: riskLevelSchema.nullable(),
          score: confidenceSchema.nullable(),
          insights: z
            .array(
              z.enum([
                'line-voip',
                'line-premium',
                'line-shared-cost',
                'line-unknown',
                'country-not-of-document',
                'country-not-of-network',
                'country-not-of-location',
                'many-identities',
                'velocity',
                'sim-swapped',
                'sms-pumping',
              ]),
            )
            .max(20),
          unanswered: z
            .array(z.enum(numberQuestions))
            .max(numberQuestions.length)
            .default([])
            .meta({ description: 'What the provider’s number lookup was asked and does not know.' }),
          notAsked: z
            .array(z.enum(numberQuestions))
            .max(numberQuestions.length)
            .default([])
            .meta({ description: 'What no provider was asked.' }),
        }),
        codes: ['phone_risk.elevated', 'phone_risk.too_high', 'phone_risk.incomplete'],
      },
      'duplicate-phone': { data: contactSharedData, codes: ['phone.shared'] },
    },
    mediaKinds: [],
    captureCodes: [],
  },
  ({ allowedCountries, deniedCountries, defaultCountry, canSkip }) => ({
    allowedCountries,
    deniedCountries,
    defaultCountry,
    canSkip,
  }),
  findPhoneFaults,
);

function findPhoneFaults(config: z.output<typeof configSchema>): FlowFault[] {
  const { allowedCountries, deniedCountries, defaultCountry, warnFromRisk, failFromRisk } = config;
  const faults = deniedCountries.flatMap<FlowFault>((country, index) =>
    allowedCountries?.includes(country)
      ? [{ path: ['deniedCountries', index], code: 'flow.country_denied', detail: `${country} is also allowed` }]
      : [],
  );
  const offered = (country: string) =>
    !deniedCountries.includes(country) && (allowedCountries?.includes(country) ?? true);
  if (defaultCountry !== null && !offered(defaultCountry)) {
    faults.push({ path: ['defaultCountry'], code: 'flow.country_denied', detail: `${defaultCountry} is not allowed` });
  }
  if (riskLevels.indexOf(failFromRisk) < riskLevels.indexOf(warnFromRisk)) {
    const detail = 'must not be below `warnFromRisk`';
    faults.push({ path: ['failFromRisk'], code: 'flow.risk_levels_crossed', detail });
  }
  return faults;
}
