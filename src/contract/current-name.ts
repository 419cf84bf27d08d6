import { z } from 'zod';

/** The display name of the object whose id is next to it. */
export const currentNameSchema = z
  .string()
  .max(2048)
  .nullable()
  .meta({ description: 'Its current name; null if it has none or was removed.' });
