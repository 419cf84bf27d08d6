import { z } from 'zod';
import { ipRuleSetSchema, retentionPreviewSchema, settingsSchema, settingsUpdateSchema } from '../clients/settings.ts';
import { defineRoute } from '../define-route.ts';

const built = { tag: 'account', auth: 'apiTokenOrOperator', scopes: ['account:write'] } as const;

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
