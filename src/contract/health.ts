import { z } from 'zod';
import { modelStates } from '../domain/ports/worker-reports.ts';
import { named } from '../steps/named-schema.ts';

export const liveSchema = named('Live', z.object({ status: z.literal('ok') }), {
  description: 'The process answers.',
  example: { status: 'ok' },
});

export const readySchema = named(
  'Ready',
  z.object({
    status: z.enum(['ready', 'degraded', 'notReady']),
    parts: z
      .array(
        z.object({
          name: z.string().max(60),
          status: z.enum(['up', 'down', 'notConfigured']),
          detail: z.string().max(300).nullable(),
        }),
      )
      .max(50),
    models: z
      .array(
        z.object({
          name: z.string().max(100),
          status: z.enum(modelStates),
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .max(64)
            .nullable(),
        }),
      )
      .max(50)
      .meta({
        description:
          'The models as the workers report them. A model that is `notDownloaded` is missing: verifications whose checks need it go to review.',
      }),
  }),
  {
    description: 'The parts of the service and their states.',
    example: {
      status: 'degraded',
      parts: [
        { name: 'postgres', status: 'up', detail: null },
        { name: 'redis', status: 'down', detail: 'does not answer' },
      ],
      models: [
        {
          name: 'ocrb-line',
          status: 'loaded',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      ],
    },
  },
);
