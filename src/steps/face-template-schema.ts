import { z } from 'zod';
import { faceSources } from '../domain/faces/face-source.ts';
import type { FaceTemplate } from '../domain/traits.ts';

const embeddingSchema = z.object({ embedding: z.string().max(20_000), modelSha256: z.string().max(64) });

/** A face as it is kept in a stored result. Never part of a response. */
export const faceTemplateSchema: z.ZodType<FaceTemplate> = embeddingSchema.extend({
  alternates: z.array(embeddingSchema).max(10).default([]),
  closedTo: z.array(z.string().max(64)).max(20).default([]),
  source: z.enum(faceSources).default('camera'),
  pictureSha256: z.string().max(64),
  appearance: z.string().max(8_000).default(''),
});
