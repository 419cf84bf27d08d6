import { z } from 'zod';

export const cursorSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(512)
  .meta({ description: 'The `nextCursor` of the previous page. Opaque.', examples: ['eyJpZCI6Imlkbl8wMWsyIn0'] });

/** The query parameters that all lists share. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ examples: [50] }),
  after: cursorSchema.optional(),
};

/** One page of a list, newest first; `nextCursor` is null on the last one. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({ data: z.array(item).max(100), nextCursor: cursorSchema.nullable() });
}
