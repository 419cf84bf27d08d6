import { z } from 'zod';
import { plainReturnUrl } from '../domain/operators/return-url.ts';

/** Addresses to which the hosted page may lead, each in full. */
export const returnUrlsSchema = z
  .array(
    z
      .url({ protocol: /^https?$/ })
      .max(1000)
      .refine((address) => plainReturnUrl(address) !== null, {
        message: 'must be https (http for localhost), without credentials and without a fragment',
      }),
  )
  .max(50);

const addressSchema = z.string().min(1).max(1000);

/** The address in a link or a request; it is compared with the client's and the flow's lists afterwards. */
export const returnToShape = {
  returnUrl: addressSchema.optional().meta({
    description: 'Where the hosted page sends the person when they are done. The settings must list the address.',
  }),
  cancelUrl: addressSchema.optional().meta({
    description:
      'Where the hosted page sends the person after a cancellation or an expiry. Without it they go to `returnUrl`.',
  }),
  state: z.string().max(500).optional().meta({ description: 'Returned unchanged in the address.' }),
};
