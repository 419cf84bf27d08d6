import { z } from 'zod';
import { recoveryCodeCount } from '../../domain/operators/recovery-codes.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { passwordSchema, totpSchema, recoveryCodeSchema } from './credentials.ts';
import { operatorSchema } from './operator.ts';

/** What operators change in their own account. */

export const ownUpdateSchema = named(
  'OwnUpdate',
  z.strictObject({
    name: z.string().min(1).max(100).optional(),
    password: z.strictObject({ current: z.string().min(1).max(200), next: passwordSchema }).optional(),
  }),
  { description: 'Changes of your own name or password.', example: { name: 'Ana Sousa' } },
);

export const totpEnrolmentSchema = named(
  'TotpEnrolment',
  z.object({ secret: z.string().max(64), otpauthUrl: z.string().max(500), qrCodeSvg: z.string().max(100_000) }),
  {
    description: 'For the authenticator app. It has no effect until it is confirmed.',
    example: {
      secret: 'JBSWY3DPEHPK3PXP',
      otpauthUrl: 'otpauth://totp/Verify:ana@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Verify',
      qrCodeSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  },
);

export const totpConfirmationSchema = named('TotpConfirmation', z.strictObject({ totp: totpSchema }), {
  description: 'A one-time password of the authenticator app.',
  example: { totp: '402917' },
});

const recoveryCodesSchema = z
  .array(z.string().max(20))
  .max(recoveryCodeCount)
  .meta({ description: 'Shown once. Each signs you in once in place of a one-time password.' });

const exampleCodes = ['k7qm-2xv9-ht4d', '9w3r-p5cb-z8fn'];

export const totpConfirmedSchema = named(
  'TotpConfirmed',
  operatorSchema.extend({ recoveryCodes: recoveryCodesSchema }),
  {
    description: 'The operator, and the recovery codes in case the authenticator app is lost.',
    example: { ...exampleOf(operatorSchema), recoveryCodes: exampleCodes },
  },
);

export const recoveryCodeListSchema = named('RecoveryCodes', z.object({ recoveryCodes: recoveryCodesSchema }), {
  description: 'New recovery codes. The earlier ones no longer work.',
  example: { recoveryCodes: exampleCodes },
});

export const ownSessionListSchema = named(
  'OwnSessions',
  z.object({
    data: z
      .array(
        z.object({
          id: idSchema('operatorSession'),
          device: z.string().max(100).nullable().meta({ description: 'Browser and system; null when unknown.' }),
          current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
          createdAt: timestampSchema,
          lastUsedAt: timestampSchema.meta({ description: 'Rounded to the minute.' }),
          endsAt: timestampSchema,
        }),
      )
      .max(100),
  }),
  {
    description: 'Browsers in which you are signed in, most recently used first.',
    example: {
      data: [
        {
          id: exampleId('operatorSession'),
          device: 'Firefox on Linux',
          current: true,
          createdAt: '2026-03-01T09:30:00.000Z',
          lastUsedAt: '2026-03-01T11:02:00.000Z',
          endsAt: '2026-03-01T21:30:00.000Z',
        },
      ],
    },
  },
);

export const ownFactorsSchema = named(
  'OwnFactors',
  z.strictObject({
    password: z.string().min(1).max(200),
    totp: totpSchema.optional(),
    recoveryCode: recoveryCodeSchema.optional(),
  }),
  {
    description:
      'Your password and, if you use one-time passwords, one of them or a recovery code: being signed in is not enough.',
    example: { password: 'correct horse battery staple', totp: '402917' },
  },
);

export const bothFactorsSchema = named(
  'TotpRemoval',
  z
    .strictObject({
      password: z.string().min(1).max(200),
      totp: totpSchema.optional(),
      recoveryCode: recoveryCodeSchema.optional(),
    })
    .refine(({ totp, recoveryCode }) => (totp === undefined) !== (recoveryCode === undefined), {
      path: ['totp'],
      error: 'is needed, or a recovery code in its place',
    }),
  {
    description: 'Your password, and a one-time password or a recovery code: being signed in is not enough.',
    example: { password: 'correct horse battery staple', totp: '402917' },
  },
);
