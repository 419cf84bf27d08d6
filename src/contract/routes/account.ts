import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import {
  apiTokenSchema,
  createdApiTokenSchema,
  encryptionConfigurationSchema,
  ipRuleSetSchema,
  newApiTokenSchema,
  newEncryptionConfigurationSchema,
  retentionPreviewSchema,
  settingsSchema,
  settingsUpdateSchema,
  tokenRotationSchema,
} from '../account.ts';
import { auditActionSchema, auditEntryPageSchema, auditIntegritySchema } from '../audit-log.ts';
import { defineRoute } from '../define-route.ts';
import { cursorSchema, pageOf, pageQuery } from '../pagination.ts';

const built = { tag: 'account', auth: 'apiTokenOrOperator', scope: 'account:write' } as const;
const tokenParams = z.object({ tokenId: idSchema('apiToken') });
const configurationParams = z.object({ configurationId: idSchema('encryptionConfiguration') });

export const listApiTokensRoute = defineRoute({
  ...built,
  operationId: 'listApiTokens',
  method: 'get',
  path: '/v2/api-tokens',
  summary: 'List API tokens',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('ApiTokenPage', pageOf(apiTokenSchema), {
        description: 'One page of API tokens.',
        example: { data: [exampleOf(apiTokenSchema)], nextCursor: null },
      }),
    },
  },
});

export const createApiTokenRoute = defineRoute({
  ...built,
  operationId: 'createApiToken',
  method: 'post',
  path: '/v2/api-tokens',
  summary: 'Create an API token',
  body: newApiTokenSchema,
  responses: { 201: { description: 'The token, shown once.', schema: createdApiTokenSchema } },
  idempotent: true,
});

export const rotateApiTokenRoute = defineRoute({
  ...built,
  operationId: 'rotateApiToken',
  method: 'post',
  path: '/v2/api-tokens/{tokenId}/rotate',
  summary: 'Replace the secret of an API token',
  params: tokenParams,
  body: tokenRotationSchema,
  responses: { 201: { description: 'The new secret, shown once.', schema: createdApiTokenSchema } },
  errors: ['api_token.not_found'],
  idempotent: true,
});

export const revokeApiTokenRoute = defineRoute({
  ...built,
  operationId: 'revokeApiToken',
  method: 'delete',
  path: '/v2/api-tokens/{tokenId}',
  summary: 'Revoke an API token at once',
  params: tokenParams,
  responses: { 204: { description: 'Revoked.' } },
  errors: ['api_token.not_found'],
});

export const getIpRulesRoute = defineRoute({
  ...built,
  operationId: 'getIpRules',
  method: 'get',
  path: '/v2/ip-rules',
  summary: 'Read the IP rules of the client',
  responses: { 200: { description: 'The rules.', schema: ipRuleSetSchema } },
});

export const setIpRulesRoute = defineRoute({
  ...built,
  operationId: 'setIpRules',
  method: 'put',
  path: '/v2/ip-rules',
  summary: 'Set the IP rules of the client',
  body: ipRuleSetSchema,
  responses: { 200: { description: 'The rules.', schema: ipRuleSetSchema } },
});

export const getSettingsRoute = defineRoute({
  ...built,
  operationId: 'getSettings',
  method: 'get',
  path: '/v2/settings',
  summary: 'Read the settings',
  responses: { 200: { description: 'The settings.', schema: settingsSchema } },
});

export const updateSettingsRoute = defineRoute({
  ...built,
  operationId: 'updateSettings',
  method: 'patch',
  path: '/v2/settings',
  summary: 'Change settings',
  body: settingsUpdateSchema,
  responses: { 200: { description: 'The settings.', schema: settingsSchema } },
});

const retentionDays = z.coerce
  .number()
  .int()
  .min(1)
  .max(36_500)
  .optional()
  .meta({ examples: [365] });

export const previewRetentionRoute = defineRoute({
  ...built,
  operationId: 'previewRetention',
  method: 'get',
  path: '/v2/retention-preview',
  summary: 'Preview what a retention setting would delete now',
  query: z.object({ mediaRetentionDays: retentionDays, dataRetentionDays: retentionDays }),
  responses: {
    200: {
      description: 'The numbers of people, attempts and files that would be deleted.',
      schema: retentionPreviewSchema,
    },
  },
});

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

const span = { from: timestampSchema.optional(), to: timestampSchema.optional() };

export const listAuditEntriesRoute = defineRoute({
  ...built,
  operationId: 'listAuditEntries',
  method: 'get',
  path: '/v2/audit-log',
  summary: 'List the audit log, newest first',
  query: z.object({
    ...pageQuery,
    ...span,
    actor: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ examples: [exampleId('operator')] }),
    action: auditActionSchema.optional(),
    subject: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ examples: [exampleId('identity')] }),
  }),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: auditEntryPageSchema,
    },
  },
});

export const checkAuditLogRoute = defineRoute({
  ...built,
  operationId: 'checkAuditLog',
  method: 'get',
  path: '/v2/audit-log/integrity',
  summary: 'Check the chain of the audit log, page by page',
  query: z.object({
    since: timestampSchema.optional().meta({
      description:
        'Check only what was written since this time. The check begins at the newest checkpoint at or before it; without `since`, at the first entry.',
      examples: ['2026-03-01T09:30:00.000Z'],
    }),
    after: cursorSchema.optional(),
  }),
  responses: { 200: { description: 'One page of the check.', schema: auditIntegritySchema } },
});
