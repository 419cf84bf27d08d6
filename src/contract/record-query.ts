import { z } from 'zod';

/** What a list of people and one of attempts are both filtered by. */
export const recordQuery = {
  tag: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .meta({ examples: ['vip'] }),
  metadataKey: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .meta({
      description:
        'A dotted path reaches nested values. Searches the metadata of your server and of devices; the record says which of them matched.',
      examples: ['order.number'],
    }),
  metadataValue: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ examples: ['4711'] }),
};
