import { z } from 'zod';
import { recoveryCodeCount } from '../../domain/operators/recovery-codes.ts';
import { emailAddressSchema } from '../../steps/email/schema.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { passwordSchema, totpSchema, recoveryCodeSchema } from './credentials.ts';
import { clientSchema, operatorSchema } from './operator.ts';

/** Operators' sign-in, and its result. */

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
        'True if the installation requires a second factor and the operator has none: every other route answers `auth.second_factor_missing` until they have enrolled one.',
    }),
  }),
  {
    description: 'The signed-in operator and the clients on which they may work.',
    example: {
      operator: exampleOf(operatorSchema),
      clients: [exampleOf(clientSchema)],
      csrfToken: 'q7Xw0f3dS1cV9nB2',
      recoveryCodesLeft: 10,
      secondFactorMissing: false,
    },
  },
);

/** The header of every response that signs somebody in. */
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
      .meta({ description: 'Replaces `totp` if the authenticator app is lost. Each code works once.' }),
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
    description: 'The set-up token, and the name, email address and password of the first owner.',
    example: {
      setUpToken: 'vfs_setup_9wq3Zk1x7Q0t2YbL',
      email: 'ana@example.com',
      name: 'Ana',
      password: 'correct horse battery',
    },
  },
);
