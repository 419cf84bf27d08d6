import { z } from 'zod';
import { clientModes } from '../domain/operators/client.ts';
import { recoveryCodeCount } from '../domain/operators/recovery-codes.ts';
import { roles } from '../domain/operators/role.ts';
import { emailAddressSchema } from '../steps/email/schema.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';

/** The people who run the service. */

const roleSchema = named('Role', z.enum(roles), { description: 'What an operator may do.', example: 'reviewer' });

const passwordSchema = z.string().min(12).max(200);
const totpSchema = z
  .string()
  .regex(/^[0-9]{6}$/)
  .max(6);

const recoveryCodeSchema = z.string().min(12).max(20);

export const clientSchema = named(
  'Client',
  z.object({ id: idSchema('client'), name: z.string().max(100), mode: z.enum(clientModes), suspended: z.boolean() }),
  {
    description: 'An account that the operator may work on.',
    example: { id: exampleId('client'), name: 'Example Bank', mode: 'test', suspended: false },
  },
);

const clientIdsSchema = z.array(idSchema('client')).max(100).meta({
  description: 'The clients that they may work on; empty: every one. An operator who is bound sees no other operators.',
});

export const operatorSchema = named(
  'Operator',
  z.object({
    id: idSchema('operator'),
    email: emailAddressSchema,
    name: z.string().max(100),
    role: roleSchema,
    clientIds: clientIdsSchema,
    totpEnabled: z.boolean(),
    signInMethods: z
      .array(z.enum(['password', 'provider']))
      .max(2)
      .meta({
        description: 'How they sign in: with a password of this service, through the OpenID provider, or both.',
      }),
    lastSeenAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
  }),
  {
    description: 'A person who runs the service.',
    example: {
      id: exampleId('operator'),
      email: 'ana@example.com',
      name: 'Ana',
      role: 'owner',
      clientIds: [],
      totpEnabled: true,
      signInMethods: ['password'],
      lastSeenAt: null,
      createdAt: '2026-03-01T09:30:00.000Z',
    },
  },
);

export const signedInSchema = named(
  'SignedIn',
  z.object({
    operator: operatorSchema,
    clients: z.array(clientSchema).max(100),
    csrfToken: z.string().max(100).meta({ description: 'Send it as `X-CSRF-Token` with every change.' }),
    recoveryCodesLeft: z
      .int()
      .min(0)
      .max(recoveryCodeCount)
      .meta({ description: 'Recovery codes that were not used yet; 0 without one-time passwords.' }),
    secondFactorMissing: z.boolean().meta({
      description:
        'True where the installation requires a second factor and the operator has none: every other route answers `auth.second_factor_missing` until they have enrolled one.',
    }),
  }),
  {
    description: 'The signed-in operator and the clients they may work on.',
    example: {
      operator: exampleOf(operatorSchema),
      clients: [exampleOf(clientSchema)],
      csrfToken: 'q7Xw0f3dS1cV9nB2',
      recoveryCodesLeft: 10,
      secondFactorMissing: false,
    },
  },
);

/** The header of every answer that signs somebody in. */
export const signInCookie = {
  'Set-Cookie': {
    description: 'The sign-in session.',
    example: 'verify_operator=q7Xw0f3dS1cV9nB2; HttpOnly; Secure; SameSite=Strict; Path=/',
  },
};

export const signInSchema = named(
  'SignIn',
  z.strictObject({
    email: emailAddressSchema,
    password: z.string().min(1).max(200),
    totp: totpSchema.optional(),
    recoveryCode: recoveryCodeSchema
      .optional()
      .meta({ description: 'In place of `totp`, for somebody who has lost the authenticator app. Each works once.' }),
  }),
  {
    description: 'Credentials of an operator.',
    example: { email: 'ana@example.com', password: 'correct horse battery' },
  },
);

export const setUpSchema = named(
  'SetUp',
  z.strictObject({
    setUpToken: z.string().min(20).max(100).meta({ description: 'Printed on the console at the first start.' }),
    email: emailAddressSchema,
    name: z.string().min(1).max(100),
    password: passwordSchema,
  }),
  {
    description: 'The first owner.',
    example: {
      setUpToken: 'vfs_setup_9wq3Zk1x7Q0t2YbL',
      email: 'ana@example.com',
      name: 'Ana',
      password: 'correct horse battery',
    },
  },
);

export const newInvitationSchema = named(
  'NewInvitation',
  z.strictObject({ email: emailAddressSchema, role: roleSchema }),
  {
    description: 'The e-mail address and the role to invite.',
    example: { email: 'rui@example.com', role: 'reviewer' },
  },
);

export const invitationSchema = named(
  'Invitation',
  z.object({ id: idSchema('invitation'), email: emailAddressSchema, role: roleSchema, expiresAt: timestampSchema }),
  {
    description: 'An invitation that was not accepted yet.',
    example: {
      id: exampleId('invitation'),
      email: 'rui@example.com',
      role: 'reviewer',
      expiresAt: '2026-03-08T09:30:00.000Z',
    },
  },
);

export const createdInvitationSchema = named(
  'CreatedInvitation',
  z.object({ invitation: invitationSchema, link: z.url().max(2048).meta({ description: 'Shown once.' }) }),
  {
    description: 'A new invitation with its link.',
    example: {
      invitation: exampleOf(invitationSchema),
      link: 'https://verify.example/dashboard/join#9wq3Zk1x7Q0t2YbLr5uH8n',
    },
  },
);

export const invitationAcceptanceSchema = named(
  'InvitationAcceptance',
  z.strictObject({
    invitationToken: z.string().min(20).max(100),
    name: z.string().min(1).max(100),
    password: passwordSchema,
  }),
  {
    description: 'What the invited person sets.',
    example: { invitationToken: '9wq3Zk1x7Q0t2YbLr5uH8n', name: 'Rui', password: 'correct horse battery' },
  },
);

export const madeTokenListSchema = named(
  'MadeTokens',
  z.object({
    data: z
      .array(
        z.object({
          id: idSchema('apiToken'),
          name: z.string().max(100),
          clientId: idSchema('client'),
          clientName: z.string().max(100),
          lastUsedAt: timestampSchema.nullable(),
        }),
      )
      .max(1000),
  }),
  {
    description: 'API tokens that the operator made, or a token of theirs, newest first.',
    example: {
      data: [
        {
          id: exampleId('apiToken'),
          name: 'backend',
          clientId: exampleId('client'),
          clientName: 'Example Bank',
          lastUsedAt: null,
        },
      ],
    },
  },
);

export const operatorUpdateSchema = named(
  'OperatorUpdate',
  z.strictObject({ role: roleSchema.optional(), clientIds: clientIdsSchema.optional() }),
  {
    description: 'The new role, the clients that they may work on, or both.',
    example: { role: 'admin' },
  },
);

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
    description: 'For the authenticator app; not in force before it is confirmed.',
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
    description: 'The operator, and the recovery codes for the day on which the authenticator app is lost.',
    example: { ...exampleOf(operatorSchema), recoveryCodes: exampleCodes },
  },
);

export const recoveryCodeListSchema = named('RecoveryCodes', z.object({ recoveryCodes: recoveryCodesSchema }), {
  description: 'New recovery codes; those before no longer work.',
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
          current: z.boolean().meta({ description: 'Whether this request belongs to it.' }),
          createdAt: timestampSchema,
          lastUsedAt: timestampSchema.meta({ description: 'To the minute.' }),
          endsAt: timestampSchema,
        }),
      )
      .max(100),
  }),
  {
    description: 'Browsers in which you are signed in, the one that was used last first.',
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

export const passkeyBeginningSchema = named(
  'PasskeyBeginning',
  z.strictObject({
    password: z.string().min(1).max(200),
    totp: totpSchema.optional(),
    recoveryCode: recoveryCodeSchema.optional(),
  }),
  {
    description: 'Your password and, if you use one-time passwords, one of them or a recovery code.',
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
