import { z } from 'zod';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';

/** Operators' passkeys. The exchange between browsers and authenticators is WebAuthn's own JSON, which its library validates. */

const passkeyNameSchema = z.string().min(1).max(100);
const credentialSchema = z
  .looseObject({ id: z.string().min(1).max(2000), type: z.literal('public-key') })
  .meta({ description: 'The browser’s `credential.toJSON()`.' });
const exampleCredential = { id: 'q7Xw0f3dS1cV9nB2', type: 'public-key' } as const;

export const passkeyOptionsSchema = named('PasskeyOptions', z.looseObject({ challenge: z.string().max(200) }), {
  description:
    'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`; valid for five minutes.',
  example: { challenge: 'q7Xw0f3dS1cV9nB2' },
});

export const newPasskeySchema = named(
  'NewPasskey',
  z.strictObject({ name: passkeyNameSchema, credential: credentialSchema }),
  {
    description: 'The response of the authenticator to the registration.',
    example: { name: 'Laptop', credential: exampleCredential },
  },
);

export const passkeySignInSchema = named('PasskeySignIn', z.strictObject({ credential: credentialSchema }), {
  description: 'The response of the authenticator to the sign-in.',
  example: { credential: exampleCredential },
});

export const passkeyUpdateSchema = named('PasskeyUpdate', z.strictObject({ name: passkeyNameSchema }), {
  description: 'The new name of the passkey.',
  example: { name: 'Phone' },
});

export const passkeySchema = named(
  'Passkey',
  z.object({
    id: idSchema('passkey'),
    name: passkeyNameSchema,
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  }),
  {
    description: 'One of your passkeys.',
    example: { id: exampleId('passkey'), name: 'Laptop', createdAt: '2026-03-01T09:30:00.000Z', lastUsedAt: null },
  },
);

export const passkeyListSchema = named('Passkeys', z.object({ data: z.array(passkeySchema).max(100) }), {
  description: 'Your passkeys, newest first.',
  example: { data: [exampleOf(passkeySchema)] },
});
