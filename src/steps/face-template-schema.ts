import { z } from 'zod';
import type { FaceTemplate } from '../domain/traits.ts';

/** A face as it is kept in a stored result. Never part of an answer. */
export const faceTemplateSchema: z.ZodType<FaceTemplate> = z.object({
  embedding: z.string().max(20_000),
  modelSha256: z.string().max(64),
  pictureSha256: z.string().max(64),
  appearance: z.string().max(2_000).default(''),
});
