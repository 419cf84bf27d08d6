import { z } from 'zod';
import { exampleId, idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { mediaLinkSchema } from '../media.ts';

const params = z.object({ mediaId: idSchema('media') });

const contentRange = {
  description: 'The bytes in this response and the size of the file.',
  example: 'bytes 0-1023/184320',
};
const contentDisposition = {
  description: 'An attachment, with a file name.',
  example: `attachment; filename="${exampleId('media')}.jpg"`,
};

export const getMediaRoute = defineRoute({
  operationId: 'getMedia',
  reads: 'media.read',
  method: 'get',
  path: '/v2/media/{mediaId}',
  tag: 'media',
  summary: 'Read a file',
  description:
    'Send an API token, or the query parameters of a signed link. The service sends the file as an attachment, with `nosniff`.',
  auth: 'apiTokenOrSignedLink',
  scopes: ['media:read'],
  params,
  query: z.object({
    expires: z.coerce
      .number()
      .int()
      .min(0)
      .max(9_999_999_999)
      .optional()
      .meta({ description: 'When the link expires, in seconds since 1970.', examples: [1772357400] }),
    signature: z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/)
      .max(100)
      .optional()
      .meta({ examples: ['q7Xw0f3dS1cV9nB2'] }),
  }),
  responses: {
    206: {
      description: 'The requested range, if `Range` names a single one. Otherwise the service sends the whole file.',
      contentType: '*/*',
      headers: { 'Content-Range': contentRange, 'Content-Disposition': contentDisposition },
    },
    200: {
      description: 'The file, re-encoded by the service. `Content-Type` gives its type.',
      contentType: '*/*',
      headers: { 'Content-Disposition': contentDisposition },
    },
  },
  errors: ['media.not_found', 'media.not_ready', 'media.not_served', 'media.damaged', 'encryption.sealed'],
});

export const createMediaLinkRoute = defineRoute({
  operationId: 'createMediaLink',
  method: 'post',
  path: '/v2/media/{mediaId}/links',
  tag: 'media',
  summary: 'Sign a link that is valid for 10 minutes',
  auth: 'apiTokenOrOperator',
  scopes: ['media:read'],
  params,
  responses: { 201: { description: 'The link.', schema: mediaLinkSchema } },
  errors: ['media.not_found', 'encryption.sealed'],
  idempotent: true,
});
