import { z } from 'zod';
import { emailAddressSchema } from '../../steps/email/schema.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { passwordSchema } from './credentials.ts';
import { roleSchema } from './operator.ts';

/** Invitations of new operators. */

export const newInvitationSchema = named(
  'NewInvitation',
  z.strictObject({ email: emailAddressSchema, role: roleSchema }),
  {
    description: 'The email address and the role to invite.',
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
  z.object({
    invitation: invitationSchema,
    link: z.url().max(2048).meta({ description: 'Only this response contains it.' }),
  }),
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
    description: 'The name and the password that the invited person chooses.',
    example: { invitationToken: '9wq3Zk1x7Q0t2YbLr5uH8n', name: 'Rui', password: 'correct horse battery' },
  },
);
