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
        'The id of an identity or a verification, or a whole full name, document number, phone number or e-mail address of the person. ' +
        'Case, accents, spaces and punctuation do not count. The service searches by keyed hashes, so that parts of a value find nothing; ' +
        'people whose attempts are all encrypted to the client’s own key are found by id alone.',
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
        'A dotted path reaches nested values. Searches the metadata of your server and of devices; the record says which one matched.',
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
