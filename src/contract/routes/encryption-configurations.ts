import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import {
  encryptionConfigurationSchema,
  newEncryptionConfigurationSchema,
} from '../clients/encryption-configuration.ts';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pagination.ts';

const built = { tag: 'account', auth: 'apiTokenOrOperator', scopes: ['account:write'] } as const;
const configurationParams = z.object({ configurationId: idSchema('encryptionConfiguration') });

export const listEncryptionConfigurationsRoute = defineRoute({
  ...built,
  operationId: 'listEncryptionConfigurations',
  method: 'get',
  path: '/v2/encryption-configurations',
  summary: 'List encryption configurations',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('EncryptionConfigurationPage', pageOf(encryptionConfigurationSchema), {
        description: 'One page of encryption configurations.',
        example: { data: [exampleOf(encryptionConfigurationSchema)], nextCursor: null },
      }),
    },
  },
});

export const createEncryptionConfigurationRoute = defineRoute({
  ...built,
  operationId: 'createEncryptionConfiguration',
  method: 'post',
  path: '/v2/encryption-configurations',
  summary: 'Register a public key',
  body: newEncryptionConfigurationSchema,
  responses: { 201: { description: 'The configuration.', schema: encryptionConfigurationSchema } },
  idempotent: true,
});

export const getEncryptionConfigurationRoute = defineRoute({
  ...built,
  operationId: 'getEncryptionConfiguration',
  method: 'get',
  path: '/v2/encryption-configurations/{configurationId}',
  summary: 'Read an encryption configuration',
  params: configurationParams,
  responses: { 200: { description: 'The configuration.', schema: encryptionConfigurationSchema } },
  errors: ['encryption.configuration_not_found'],
});

export const deleteEncryptionConfigurationRoute = defineRoute({
  ...built,
  operationId: 'deleteEncryptionConfiguration',
  method: 'delete',
  path: '/v2/encryption-configurations/{configurationId}',
  summary: 'Remove an encryption configuration',
  params: configurationParams,
  responses: { 204: { description: 'Removed. Records that were encrypted to the key stay encrypted.' } },
  errors: ['encryption.configuration_not_found', 'encryption.configuration_in_use'],
});
