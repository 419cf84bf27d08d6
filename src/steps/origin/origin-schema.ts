import { z } from 'zod';
import { captureSources } from '../../domain/capture/capture.ts';
import { fileSigns, originSigns, type FileOrigin } from '../../domain/capture/origin.ts';
import type { CheckSchema } from '../define-step-schema.ts';
import { idSchema } from '../value-schemas.ts';

/** How one file was made, and what contradicts that: facts, so that the check can be repeated on them. */
export const fileOriginSchema: z.ZodType<FileOrigin> = z.object({
  mediaId: z.string().max(64),
  source: z.enum(captureSources),
  signs: z.array(z.enum(originSigns)).max(20),
  couldNotTell: z.array(z.enum(fileSigns)).max(20),
});

/** Whether anything contradicts that a camera took the pictures. */
export const originData = z.object({
  files: z
    .array(
      z.object({
        mediaId: idSchema('media'),
        source: z.enum(captureSources).meta({
          description:
            '`camera`, `gallery` and `microphone` are claims of the device; `unknown`: the device did not say.',
        }),
        signs: z.array(z.enum(originSigns)).max(20).meta({ description: 'Signs that no camera took the picture.' }),
        couldNotTell: z
          .array(z.enum(fileSigns))
          .max(20)
          .meta({ description: 'Signs that the service could not look for.' }),
      }),
    )
    .max(60),
});

/** What a step may require of its pictures. */
export const captureSchema = z.enum(['camera', 'both']).default('both').meta({
  description:
    '`camera`: only pictures that the SDK says its camera took; others are refused with `step.camera_required`. `both`: any.',
});

export const selfieOriginCheck = {
  data: originData,
  codes: ['selfie.origin_doubtful'],
} as const satisfies CheckSchema;
