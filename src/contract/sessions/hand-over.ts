import { z } from 'zod';
import { sessionStatuses } from '../../domain/verifications/session-status.ts';
import { stepRunStatuses } from '../../domain/verifications/step-run-status.ts';
import { stepTypes } from '../../domain/verifications/step-type.ts';
import { named } from '../../steps/named-schema.ts';
import { countryCodeSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { reportedDeviceSchema, sdkSchema } from './session.ts';

/** Moving a session to another device. */

export const handOverTokenSchema = z
  .string()
  .min(20)
  .max(100)
  .meta({ description: 'From the link: single use, 10 min.' });

export const watchTokenSchema = z.string().min(20).max(100).meta({
  description:
    'Its holder can follow the progress on the other device, and take the session back once. It opens nothing else. Valid for 24 h.',
});

export const handOverSchema = named(
  'HandOver',
  z.object({
    url: z.url().max(2048),
    qrCodeSvg: z.string().max(100_000).meta({ description: 'The link as a QR code.' }),
    expiresAt: timestampSchema,
    watchToken: watchTokenSchema,
  }),
  {
    description: 'A one-time link that moves the session to the device that opens it.',
    example: {
      url: 'https://verify.example/verify/continue#handOverToken=vfh_9wq3Zk1x7Q0t2YbLr5uH8n',
      qrCodeSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      expiresAt: '2026-03-01T09:40:00.000Z',
      watchToken: 'vfw_3vTq8Xw0b5N1y6ZcMs7pK2f',
    },
  },
);

export const handOverRequestSchema = named('HandOverRequest', z.object({ handOverToken: handOverTokenSchema }), {
  description: 'The token of the link.',
  example: { handOverToken: 'vfh_9wq3Zk1x7Q0t2YbLr5uH8n' },
});

export const handOverOpeningSchema = named(
  'HandOverOpening',
  z.object({ handOverToken: handOverTokenSchema, sdk: sdkSchema.optional(), device: reportedDeviceSchema.optional() }),
  {
    description: 'The token of the link, and which device takes the session over.',
    example: {
      handOverToken: 'vfh_9wq3Zk1x7Q0t2YbLr5uH8n',
      sdk: { platform: 'web', version: '1.0.0' },
      device: { languages: ['pt-BR', 'en'] },
    },
  },
);

export const handOverOriginSchema = named(
  'HandOverOrigin',
  z.object({
    clientName: z.string().max(100),
    browser: z.string().max(100).nullable(),
    platform: z.string().max(60),
    country: countryCodeSchema.nullable(),
    expiresAt: timestampSchema,
  }),
  {
    description: 'Where the session was started, so that the person can recognise it.',
    example: {
      clientName: 'Example Bank',
      browser: 'Firefox on Linux',
      platform: 'web',
      country: 'BR',
      expiresAt: '2026-03-01T09:40:00.000Z',
    },
  },
);

export const handOverProgressSchema = named(
  'HandOverProgress',
  z.object({
    status: z.enum(sessionStatuses),
    steps: z
      .array(z.object({ type: z.enum(stepTypes), status: z.enum(stepRunStatuses) }))
      .max(20)
      .meta({ description: 'In the order of the flow.' }),
  }),
  {
    description: 'The progress of the other device. It contains neither the person’s input nor any verdict.',
    example: {
      status: 'pending',
      steps: [
        { type: 'document', status: 'processing' },
        { type: 'selfie', status: 'waiting' },
      ],
    },
  },
);
export type HandOverProgress = z.output<typeof handOverProgressSchema>;

export const takingBackSchema = named(
  'HandOverTakingBack',
  z.object({ watchToken: watchTokenSchema, sdk: sdkSchema.optional(), device: reportedDeviceSchema.optional() }),
  {
    description: 'The token of the device that handed the session over, and which device it is.',
    example: { watchToken: 'vfw_3vTq8Xw0b5N1y6ZcMs7pK2f', sdk: { platform: 'web', version: '1.0.0' } },
  },
);
