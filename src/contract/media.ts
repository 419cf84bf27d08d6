import { z } from 'zod';
import { named } from '../steps/named-schema.ts';
import { exampleId, timestampSchema } from '../steps/value-schemas.ts';

export const mediaLinkSchema = named('MediaLink', z.object({ url: z.string().max(1000), expiresAt: timestampSchema }), {
  description: 'A link that opens the file without a token, for 10 minutes.',
  example: {
    url: `/v2/media/${exampleId('media')}?expires=1772357400&signature=3q2-7wTnYq0`,
    expiresAt: '2026-03-01T09:40:00.000Z',
  },
});
