import type { z } from 'zod';
import 'zod-openapi'; // Imported for its types: it adds to `.meta()` what OpenAPI knows.

/**
 * Names a schema, so that it becomes a component of the OpenAPI document, and gives it an example, which a test validates against the
 * schema.
 */
export function named<S extends z.ZodType>(
  id: string,
  schema: S,
  about: { description: string; example: z.input<NoInfer<S>> },
): S {
  return schema.meta({ id, description: about.description, examples: [about.example] });
}

/** The example of a named schema, to build bigger examples from. */
export function exampleOf<S extends z.ZodType>(schema: S): z.input<S> {
  const examples = schema.meta()?.examples;
  if (!Array.isArray(examples)) throw new Error('only named schemas have an example');
  return examples[0] as z.input<S>; // Only `named` writes it, with this type.
}
