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
        'Dotted, for nested ones. Finds what your server gave and what a device gave: the record tells which.',
      examples: ['order.number'],
    }),
  metadataValue: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ examples: ['4711'] }),
};
