import { z } from 'zod';
import { exampleId, timestampSchema } from '../../steps/value-schemas.ts';
import { auditActionSchema, auditEntryPageSchema, auditIntegritySchema } from '../audit-log.ts';
import { defineRoute } from '../define-route.ts';
import { cursorSchema, pageQuery } from '../pagination.ts';

const built = { tag: 'account', auth: 'apiTokenOrOperator', scopes: ['account:write'] } as const;

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
