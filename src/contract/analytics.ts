import { z } from 'zod';
import { named } from '../steps/named-schema.ts';
import {
  countryCodeSchema,
  dateSchema,
  durationMsSchema,
  idSchema,
  stepIdSchema,
  timestampSchema,
} from '../steps/value-schemas.ts';
import { stepTypes } from '../domain/verifications/step-type.ts';

export const analyticsEventSchema = named(
  'AnalyticsEvent',
  z.object({
    eventId: z.uuid().max(36).meta({ description: 'Chosen by the SDK, so that a repeated batch counts once.' }),
    kind: z.enum(['progress', 'error', 'performance', 'action']),
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_.]*$/)
      .max(80),
    at: timestampSchema,
    stepId: stepIdSchema.optional(),
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_.]*$/)
      .max(100)
      .optional()
      .meta({ description: 'The code of an error that the screen showed.' }),
    durationMs: durationMsSchema.optional(),
  }),
  {
    description: 'An event on the device. It holds no personal data.',
    example: {
      eventId: '0b6f3a52-5f0e-4b0c-9a53-7d6d1f0a2c11',
      kind: 'progress',
      name: 'screen.shown',
      at: '2026-03-01T09:30:05.120Z',
      stepId: 'id-card',
    },
  },
);

export const analyticsBatchSchema = named(
  'AnalyticsBatch',
  z.object({ events: z.array(analyticsEventSchema).min(1).max(100) }),
  {
    description: 'Events of one session.',
    example: {
      events: [
        {
          eventId: '0b6f3a52-5f0e-4b0c-9a53-7d6d1f0a2c11',
          kind: 'progress',
          name: 'screen.shown',
          at: '2026-03-01T09:30:05.120Z',
        },
      ],
    },
  },
);

const count = z.number().int().min(0);
const medianText = 'In milliseconds, rounded down to two significant digits.';

export const analyticsReportSchema = named(
  'AnalyticsReport',
  z.object({
    from: timestampSchema,
    to: timestampSchema,
    totals: z.object({
      started: count,
      inputsCompleted: count,
      verified: count,
      reviewNeeded: count,
      rejected: count,
      cancelled: count,
      expired: count,
      medianMsToVerdict: durationMsSchema.nullable().meta({ description: medianText }),
    }),
    days: z
      .array(z.object({ date: dateSchema, started: count, verified: count, reviewNeeded: count, rejected: count }))
      .max(366),
    funnel: z
      .array(
        z.object({
          flowId: idSchema('flow'),
          stepId: stepIdSchema,
          type: z.enum(stepTypes),
          reached: count,
          submitted: count,
          finished: count,
          skipped: count,
          medianMs: durationMsSchema.nullable().meta({ description: medianText }),
        }),
      )
      .max(1000),
    errors: z
      .array(
        z.object({
          code: z.string().max(100),
          platform: z.string().max(60),
          country: countryCodeSchema.nullable(),
          count,
        }),
      )
      .max(1000),
  }),
  {
    description: 'Counts, durations and errors of the verifications that were started in a period.',
    example: {
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
      totals: {
        started: 120,
        inputsCompleted: 101,
        verified: 90,
        reviewNeeded: 6,
        rejected: 5,
        cancelled: 9,
        expired: 10,
        medianMsToVerdict: 2400,
      },
      days: [{ date: '2026-02-01', started: 4, verified: 3, reviewNeeded: 0, rejected: 1 }],
      funnel: [],
      errors: [{ code: 'document.blurry_text', platform: 'web', country: 'BR', count: 12 }],
    },
  },
);
