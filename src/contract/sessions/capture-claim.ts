import { z } from 'zod';
import { claimedSources, type CaptureClaim } from '../../domain/capture/capture.ts';
import { maxChunks } from '../../domain/verifications/challenge.ts';
import { mediaKinds } from '../../domain/media/media-kind.ts';
import { named } from '../../steps/named-schema.ts';
import { countryCodeSchema, exampleId, idSchema } from '../../steps/value-schemas.ts';

const milliseconds = z.number().min(0).max(86_400_000);
const pixels = z.number().int().min(1).max(20_000);

const share = z.number().min(0).max(1);
const cameraModeSchema = z.strictObject({
  widthPx: pixels,
  heightPx: pixels,
  framesPerSecond: z.number().min(0).max(1_000).nullable(),
});

/** How the file was made, according to the device. */
export const captureClaimSchema: z.ZodType<CaptureClaim> = z.strictObject({
  source: z.enum(claimedSources),
  session: z
    .strictObject({
      id: z.string().min(1).max(64),
      openMs: milliseconds,
      frames: z.number().int().min(0).max(10_000_000),
      frameMs: milliseconds.nullable(),
      jitterMs: milliseconds.nullable(),
      widthPx: pixels,
      heightPx: pixels,
    })
    .nullable()
    .default(null),
  camera: z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('browser'),
        label: z.string().max(200).nullable(),
        track: z.enum(['device', 'drawn']),
        listed: z.boolean().nullable(),
        refusesImpossible: z.boolean().nullable(),
        settings: cameraModeSchema.nullable(),
        whenSmall: cameraModeSchema.nullable(),
        equalShare: share.nullable(),
      }),
    ])
    .nullable()
    .default(null),
});

/** A form field contains text: here the JSON of a claim. */
const captureFieldSchema = z
  .string()
  .max(2_000)
  .refine((text) => captureClaimSchema.safeParse(parseJson(text)).success, {
    message: 'must be the JSON of a capture: {"source": "camera", "session": {…}}',
  })
  .optional()
  .meta({
    description:
      'How the file was made, as JSON: `source` (`camera`, `gallery`, `microphone`) and, for a camera, `session` with `id`, `openMs`, `frames`, `frameMs`, `jitterMs`, `widthPx`, `heightPx`; the web SDK adds `camera` to recordings, which describes the camera. The service stores it as the device’s claim.',
  });

export const fileFieldsSchema = named(
  'FileFields',
  z.object({
    kind: z.enum(mediaKinds),
    challengeId: idSchema('challenge').optional(),
    capture: captureFieldSchema,
    country: countryCodeSchema.optional().meta({
      description:
        'The country of the document in the picture, as in the submit. The service then reads the picture in its languages while the person looks at it. It decides nothing.',
    }),
  }),
  {
    description: 'The fields before the file.',
    example: {
      kind: 'document-front',
      capture:
        '{"source":"camera","session":{"id":"a3f1","openMs":4210,"frames":126,"frameMs":33.3,"jitterMs":0.4,"widthPx":1920,"heightPx":1080}}',
    },
  },
);

export const chunkFieldsSchema = named(
  'ChunkFields',
  z.object({
    challengeId: idSchema('challenge'),
    index: z.coerce
      .number()
      .int()
      .min(0)
      .max(maxChunks - 1)
      .meta({ description: 'Number of the chunk, from 0.' }),
  }),
  {
    description: 'The fields before the bytes of a chunk.',
    example: { challengeId: exampleId('challenge'), index: 0 },
  },
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The claim in a field that `fileFieldsSchema` has accepted. */
export function captureClaimOf(field: string | undefined): CaptureClaim | null {
  return field === undefined ? null : captureClaimSchema.parse(parseJson(field));
}
