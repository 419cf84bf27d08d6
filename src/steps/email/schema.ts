import { z } from 'zod';
import { defineStepSchema } from '../define-step-schema.ts';
import { emptySubmitSchema } from '../face-schema.ts';
import { named } from '../named-schema.ts';
import { contactSharedData, maxOtherIdentitiesSchema } from '../shared-contact.ts';
import { timestampSchema } from '../value-schemas.ts';

export const emailAddressSchema = named('EmailAddress', z.email().max(254), {
  description: 'An email address.',
  example: 'ana@example.com',
});

const captureSettings = { canSkip: z.boolean().default(false) };

export const emailSchema = defineStepSchema(
  {
    type: 'email',
    resultKey: 'email',
    biometric: false,
    live: false,
    challenge: null,
    config: named(
      'EmailStepConfig',
      z.strictObject({
        ...captureSettings,
        disposableDomains: z
          .enum(['accept', 'warn', 'refuse'])
          .default('warn')
          .meta({ description: '`refuse`: the service sends no code to such an address.' }),
        maxOtherIdentities: maxOtherIdentitiesSchema,
      }),
      { description: 'Settings of an email step.', example: { disposableDomains: 'refuse' } },
    ),
    publicConfig: named('EmailPublicConfig', z.object(captureSettings), {
      description: 'Settings of an email step, as the SDK sees them.',
      example: { canSkip: false },
    }),
    submit: emptySubmitSchema,
    result: named('EmailResult', z.object({ address: emailAddressSchema.nullable() }), {
      description: 'The address whose code was confirmed.',
      example: { address: 'ana@example.com' },
    }),
    checks: {
      'email-ownership': {
        always: true,
        data: z.object({
          confirmedAt: timestampSchema.nullable(),
          sendCount: z.number().int().min(0).max(100),
          wrongCodeCount: z.number().int().min(0).max(100),
        }),
        codes: ['email_ownership.not_confirmed', 'email.undeliverable', 'code.wrong'],
      },
      'email-risk': {
        always: true,
        data: z.object({
          disposableDomain: z.boolean(),
          roleAddress: z.boolean(),
          receivesMail: z.boolean().nullable(),
        }),
        codes: ['email_risk.disposable_domain', 'email_risk.role_address'],
      },
      'duplicate-email': { data: contactSharedData, codes: ['email.shared'] },
    },
    mediaKinds: [],
    captureCodes: [],
  },
  ({ canSkip }) => ({ canSkip }),
);
