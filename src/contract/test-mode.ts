import { z } from 'zod';
import { named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';

export const testMessageSchema = named(
  'TestMessage',
  z.object({
    id: idSchema('message'),
    verificationId: idSchema('verification').nullable(),
    channel: z.enum(['sms', 'email']),
    to: z.string().max(254),
    subject: z.string().max(200).nullable(),
    text: z.string().max(10_000),
    code: z.string().max(10).nullable(),
    at: timestampSchema,
  }),
  {
    description: 'A message that a test client did not send to a person.',
    example: {
      id: exampleId('message'),
      verificationId: exampleId('verification'),
      channel: 'sms',
      to: '+5511987654321',
      subject: null,
      text: '402917 is your code for Example Bank.',
      code: '402917',
      at: '2026-03-01T09:30:00.000Z',
    },
  },
);

export const testClockSchema = named(
  'TestClock',
  z.object({ now: timestampSchema, offsetSeconds: z.number().int().min(0).max(31_536_000) }),
  {
    description: 'The virtual clock of a test client.',
    example: { now: '2026-03-01T10:30:00.000Z', offsetSeconds: 3600 },
  },
);

export const testClockMoveSchema = named(
  'TestClockMove',
  z.strictObject({ advanceSeconds: z.number().int().min(1).max(31_536_000) }),
  { description: 'How far to advance the clock, in seconds.', example: { advanceSeconds: 3600 } },
);
