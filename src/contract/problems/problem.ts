import { z } from 'zod';
import { problemTable, type Problem, type ProblemCode } from '../../domain/faults/errors.ts';
import { faultCodes } from '../../domain/faults/fault-codes.ts';
import { identityStatuses } from '../../domain/verifications/identity-status.ts';
import { duplicateSearchSchema } from '../decision.ts';
import { lineOfCode } from '../known-codes/codes-page.ts';
import { named } from '../../steps/named-schema.ts';
import { exampleId, idSchema } from '../../steps/value-schemas.ts';

const problemCodes = Object.keys(problemTable) as [ProblemCode, ...ProblemCode[]]; // Object.keys widens to string.

export const faultSchema = named(
  'Fault',
  z.object({
    pointer: z
      .string()
      .max(1000)
      .meta({ description: 'JSON pointer into the body; `query:/limit`, `path:/…`, `header:/…` for the other parts.' }),
    code: z.enum(faultCodes),
    detail: z.string().max(500),
  }),
  {
    description: 'One fault of a request.',
    example: {
      pointer: '/metadata/buttonColor',
      code: 'metadata.not_a_colour',
      detail: 'must be a colour such as #1A2B3C',
    },
  },
);

export const problemSchema = named(
  'Problem',
  z.object({
    type: z
      .string()
      .regex(/^\/docs\/error-codes#[a-z_.]+$/)
      .max(200)
      .meta({ description: 'URI reference to the line of the code on the service’s own page of codes.' }),
    title: z.string().max(200),
    status: z.number().int().min(400).max(599),
    detail: z.string().max(500).optional(),
    code: z.enum(problemCodes),
    requestId: idSchema('request'),
    retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
    errors: z.array(faultSchema).max(100).optional(),
    identityStatus: z.enum(identityStatuses).optional().meta({
      description:
        'With `identity.not_reverifiable`, to a backend: the status of the identity that prevents it. No device gets it.',
    }),
    duplicateSearch: duplicateSearchSchema
      .optional()
      .meta({ description: 'With `verification.duplicates_not_acknowledged`: everything that the search found.' }),
    retryAfterSeconds: z.number().int().min(0).max(31_536_000).optional().meta({ description: 'As in `Retry-After`.' }),
  }),
  {
    description: 'RFC 9457 problem document, `application/problem+json`.',
    example: {
      type: '/docs/error-codes#identity.not_found',
      title: 'There is no such identity.',
      status: 404,
      code: 'identity.not_found',
      requestId: exampleId('request'),
      retryable: false,
    },
  },
);

export type ProblemDocument = z.output<typeof problemSchema>;

export const problemContentType = 'application/problem+json';

/** The problem document that the caller reads. */
export function problemDocumentOf(problem: Problem, requestId: string): ProblemDocument {
  return {
    type: lineOfCode(problem.code),
    title: problem.text,
    status: problem.status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    code: problem.code,
    requestId,
    retryable: problem.retryable,
    ...(problem.errors.length === 0 ? {} : { errors: problem.errors.slice(0, 100) as ProblemDocument['errors'] }), // Codes come from the same table.
    ...(problem.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: problem.retryAfterSeconds }),
    ...problem.extra,
  };
}
