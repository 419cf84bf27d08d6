import { z } from 'zod';
import { timestampSchema } from '../steps/value-schemas.ts';

/** The filters that the lists of identities and of verifications share. */
export const recordQuery = {
  search: z
    .string()
    .min(1)
    .max(254)
    .optional()
    .meta({
      description:
        'The id of an identity or a verification, or a whole full name, document number, phone number or email address of the person. ' +
        'Case, accents, spaces and punctuation are ignored. The service searches by keyed hashes, so parts of a value find nothing. ' +
        'People whose attempts are all encrypted to the client’s own key can be found only by id.',
      examples: ['Anna Maria Eriksson'],
    }),
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
        'Use a dotted path for nested values. The search covers the metadata from your server and from devices; the record says which of the two matched.',
      examples: ['order.number'],
    }),
  metadataValue: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ examples: ['4711'] }),
  createdAfter: timestampSchema.optional(),
  createdBefore: timestampSchema.optional(),
};
