import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { flowDocumentSchema } from './flow-document.ts';
import { faultSchema } from '../problems/problem.ts';

const nameSchema = z.string().min(1).max(100);
const versionSchema = z.number().int().min(1).max(1_000_000);

export const flowStates = ['draft', 'published', 'disabled'] as const;

const flowShape = {
  id: idSchema('flow'),
  name: nameSchema,
  state: z.enum(flowStates).meta({ description: '`draft` until the first publish.' }),
  latestVersion: versionSchema.nullable(),
  hasUnpublishedChanges: z.boolean(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
};

const summaryExample = {
  id: exampleId('flow'),
  name: 'full',
  state: 'published' as const,
  latestVersion: 3,
  hasUnpublishedChanges: false,
  createdAt: '2026-02-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};

export const flowSummarySchema = named('FlowSummary', z.object(flowShape), {
  description: 'A flow in a list.',
  example: summaryExample,
});

export const flowSchema = named('Flow', z.object({ ...flowShape, draft: flowDocumentSchema }), {
  description: 'A flow with its draft.',
  example: { ...summaryExample, draft: exampleOf(flowDocumentSchema) },
});

export const newFlowSchema = named('NewFlow', z.strictObject({ name: nameSchema, document: flowDocumentSchema }), {
  description: 'The name and the first draft of a new flow.',
  example: { name: 'full', document: exampleOf(flowDocumentSchema) },
});

export const flowUpdateSchema = named(
  'FlowUpdate',
  z.strictObject({
    name: nameSchema.optional(),
    document: flowDocumentSchema.optional().meta({ description: 'The complete new draft.' }),
    disabled: z.boolean().optional(),
  }),
  { description: 'The fields to change. Other fields keep their values.', example: { name: 'full, with selfie' } },
);

export const flowVersionSchema = named(
  'FlowVersion',
  z.object({
    flowId: idSchema('flow'),
    version: versionSchema,
    publishedAt: timestampSchema,
    publishedBy: z.string().max(100).nullable(),
    document: flowDocumentSchema,
  }),
  {
    description: 'An immutable version.',
    example: {
      flowId: exampleId('flow'),
      version: 3,
      publishedAt: '2026-03-01T09:30:00.000Z',
      publishedBy: exampleId('operator'),
      document: exampleOf(flowDocumentSchema),
    },
  },
);

export const flowVersionSummarySchema = named(
  'FlowVersionSummary',
  z.object({ version: versionSchema, publishedAt: timestampSchema, publishedBy: z.string().max(100).nullable() }),
  {
    description: 'A version in a list.',
    example: { version: 3, publishedAt: '2026-03-01T09:30:00.000Z', publishedBy: exampleId('operator') },
  },
);

export const flowWarningSchema = named(
  'FlowWarning',
  z.object({
    pointer: z.string().max(1000).meta({ description: 'JSON pointer into the flow document.' }),
    code: z.string().max(100).meta({ description: 'A code of the area `flowWarning` on the page of codes.' }),
    detail: z.string().max(500),
  }),
  {
    description:
      'Something that you may expect the flow to check and that it does not check. You can still publish the flow.',
    example: { pointer: '/steps', code: 'flow.no_presence', detail: 'no step shows that a person is there' },
  },
);

const warningsSchema = z.array(flowWarningSchema).max(100);

export const publishedFlowSchema = named(
  'PublishedFlow',
  z.object({ ...flowVersionSchema.shape, warnings: warningsSchema }),
  {
    description: 'The published version, and what it does not check.',
    example: { ...exampleOf(flowVersionSchema), warnings: [exampleOf(flowWarningSchema)] },
  },
);

export const flowCheckSchema = named(
  'FlowCheck',
  z.object({
    valid: z.boolean(),
    errors: z.array(faultSchema).max(100),
    warnings: warningsSchema.meta({ description: 'Warnings about a valid document.' }),
  }),
  {
    description: 'What is wrong with a flow document.',
    example: {
      valid: false,
      errors: [
        { pointer: '/steps/1/config/match', code: 'flow.step_not_found', detail: 'the flow has no step id-card' },
      ],
      warnings: [],
    },
  },
);

export const flowComparisonSchema = named(
  'FlowComparison',
  z.object({
    from: versionSchema,
    to: versionSchema,
    changes: z
      .array(
        z.object({
          pointer: z.string().max(1000).meta({ description: 'JSON pointer into the flow document.' }),
          kind: z.enum(['added', 'removed', 'changed']),
          before: z
            .string()
            .max(20_000)
            .nullable()
            .meta({ description: 'The value as JSON text; null if this version does not have it.' }),
          after: z
            .string()
            .max(20_000)
            .nullable()
            .meta({ description: 'The value as JSON text; null if this version does not have it.' }),
        }),
      )
      .max(1000),
  }),
  {
    description: 'What changed between two versions.',
    example: {
      from: 2,
      to: 3,
      changes: [{ pointer: '/maxAttemptsPerStep', kind: 'changed', before: '3', after: '5' }],
    },
  },
);
