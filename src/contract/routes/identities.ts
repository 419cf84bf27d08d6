import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { identityListItemSchema, identitySchema, identityStatusSchema } from '../identity.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { recordQuery } from '../record-query.ts';
import { tagUpdateSchema } from '../tag-update.ts';

const params = z.object({ identityId: idSchema('identity') });
const identities = { tag: 'identities', auth: 'apiTokenOrOperator' } as const;
const read = { ...identities, scopes: ['identities:read'] } as const;
const write = { ...identities, scopes: ['verifications:write'] } as const;

export const getIdentityRoute = defineRoute({
  ...read,
  operationId: 'getIdentity',
  reads: 'identity.read',
  method: 'get',
  path: '/v2/identities/{identityId}',
  summary: 'Read an identity: whether to trust this person',
  description: 'Returns the status, the extracted data and the complete latest verification.',
  params,
  responses: { 200: { description: 'The identity.', schema: identitySchema } },
  errors: ['identity.not_found'],
});

/** Search uses blind indexes, so names and numbers match as a whole and after normalisation. */
const search = {
  fullName: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ examples: ['Anna Maria Eriksson'] }),
  documentNumber: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .meta({ examples: ['L898902C3'] }),
  phone: z
    .string()
    .min(1)
    .max(30)
    .optional()
    .meta({ examples: ['+5511980000001'] }),
  email: z
    .string()
    .min(1)
    .max(254)
    .optional()
    .meta({ examples: ['ana@example.com'] }),
};

export const listIdentitiesRoute = defineRoute({
  ...read,
  operationId: 'listIdentities',
  reads: 'identity.listed',
  method: 'get',
  path: '/v2/identities',
  summary: 'List identities, newest first',
  query: z.object({
    ...pageQuery,
    ...search,
    status: identityStatusSchema.optional(),
    ...recordQuery,
  }),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('IdentityPage', pageOf(identityListItemSchema), {
        description: 'One page of identities.',
        example: { data: [exampleOf(identityListItemSchema)], nextCursor: null },
      }),
    },
  },
});

export const updateIdentityRoute = defineRoute({
  ...write,
  operationId: 'updateIdentity',
  reads: 'identity.read',
  method: 'patch',
  path: '/v2/identities/{identityId}',
  summary: 'Set the tags of an identity',
  params,
  body: named('IdentityUpdate', tagUpdateSchema, {
    description: 'Either the complete list of tags, or those to add and to remove.',
    example: { tags: ['vip'] },
  }),
  responses: { 200: { description: 'The identity.', schema: identitySchema } },
  errors: ['identity.not_found'],
});

export const eraseIdentityRoute = defineRoute({
  ...write,
  operationId: 'eraseIdentity',
  method: 'delete',
  path: '/v2/identities/{identityId}',
  summary: 'Erase a person',
  description: 'Destroys the data key and the files. An audit entry without personal data remains.',
  params,
  responses: { 204: { description: 'Erased.' } },
  errors: ['identity.not_found'],
});

export const exportIdentityRoute = defineRoute({
  ...read,
  scopes: ['identities:read', 'media:read'],
  operationId: 'exportIdentity',
  reads: 'identity.exported',
  method: 'get',
  path: '/v2/identities/{identityId}/export',
  summary: 'Export everything about a person',
  description:
    'For a person’s request for access to their data. The token also needs `media:read`, because the export contains files. It leaves out files that are lost or altered in the store, and lists them in `damaged-files.json`. Data of a verification that is encrypted to your key is in its JWE, what the person submitted in that of `sealed`.',
  params,
  responses: {
    200: { description: 'A ZIP archive with one JSON document and the files.', contentType: 'application/zip' },
  },
  errors: ['identity.not_found', 'encryption.sealed'],
});
