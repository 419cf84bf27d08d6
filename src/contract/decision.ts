import { z } from 'zod';
import { checkOutcomes } from '../domain/verifications/check.ts';
import { policyActions } from '../domain/verifications/decision.ts';
import { reasonCodes, reasonTable } from '../domain/faults/reason-codes.ts';
import { verdicts } from '../domain/verifications/verification-status.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { contradictionTraits, duplicateTraits } from '../domain/verifications/duplicate-search.ts';
import { exampleId, idSchema, modelReferenceSchema, stepIdSchema, timestampSchema } from '../steps/value-schemas.ts';

export const verdictSchema = named('Verdict', z.enum(verdicts), {
  description: 'The possible results of a decision.',
  example: 'verified',
});

export const reasonCodeSchema = named(
  'ReasonCode',
  z.enum(reasonCodes).meta({
    // For readers of the contract: the docs page and the dashboard show these texts with the code.
    'x-enumDescriptions': Object.fromEntries(Object.entries(reasonTable).map(([code, { text }]) => [code, text])),
  }),
  { description: 'Why a check did not pass.', example: 'document.expired' },
);

export const duplicateSearchSchema = named(
  'DuplicateSearch',
  z.object({
    duplicates: z
      .array(
        z.object({
          identityId: idSchema('identity'),
          verificationId: idSchema('verification')
            .nullable()
            .meta({ description: 'The newest verification of that identity.' }),
          by: z.array(z.enum(duplicateTraits)).max(duplicateTraits.length),
        }),
      )
      .max(2_000),
    contradictions: z
      .array(
        z.object({
          verificationId: idSchema('verification'),
          by: z.array(z.enum(contradictionTraits)).max(contradictionTraits.length),
        }),
      )
      .max(2_000)
      .optional()
      .meta({
        description:
          'Verifications of the same identity that show another person and were verified after the automatic verdict. Absent: none.',
      }),
    complete: z.boolean().meta({
      description:
        'False: others may exist. Some faces or documents could not be compared, or nothing could be searched for: the verification is encrypted, the document’s number is in doubt, no face was found, or the person did not agree.',
    }),
  }),
  {
    description:
      'What speaks against verifying the person as this identity: other identities that may be the same person, and other verifications of the identity that show another one.',
    example: {
      duplicates: [{ identityId: exampleId('identity'), verificationId: exampleId('verification'), by: ['face'] }],
      complete: true,
    },
  },
);

export const decisionSchema = named(
  'Decision',
  z.object({
    automatic: verdictSchema,
    manual: z
      .object({
        status: verdictSchema,
        reason: z.string().max(500),
        notes: z.string().max(5000).nullable(),
        decidedBy: z.string().max(100).nullable().meta({ description: 'Id of the operator or API token.' }),
        decidedAt: timestampSchema,
        search: duplicateSearchSchema.nullable().optional().meta({
          description:
            'What the search for other identities found at this verdict, as the reviewer acknowledged it. Null: the verdict needed no search. Absent: the verdict is older than this search.',
        }),
      })
      .nullable()
      .meta({ description: 'A reviewer’s verdict, from which the verification’s `status` follows.' }),
    reasons: z
      .array(
        z.object({
          stepId: stepIdSchema,
          checkId: z.string().max(60),
          outcome: z.enum(checkOutcomes),
          code: reasonCodeSchema,
          action: z
            .enum(policyActions)
            .meta({ description: 'The effect of the code under the default mapping or the flow’s policy.' }),
        }),
      )
      .max(500)
      .meta({ description: 'Every check that did not pass, with one entry for each of its findings.' }),
    decidedAt: timestampSchema,
    policyVersion: z.number().int().min(1).max(1_000_000),
    engine: z.object({ version: z.string().max(60), models: z.array(modelReferenceSchema).max(50) }),
  }),
  {
    description: 'The verdicts on a verification: the automatic one and a reviewer’s.',
    example: {
      automatic: 'rejected',
      manual: null,
      reasons: [
        {
          stepId: 'id-card',
          checkId: 'document-expiry',
          outcome: 'failed',
          code: 'document.expired',
          action: 'reject',
        },
      ],
      decidedAt: '2026-03-01T09:31:12.480Z',
      policyVersion: 1,
      engine: { version: '0.1.0', models: [exampleOf(modelReferenceSchema)] },
    },
  },
);
