import { z } from 'zod';
import { documentTypes } from '../../domain/documents/document-type.ts';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { countryCodeSchema, languageSchema } from '../../steps/value-schemas.ts';
import { documentKindSchema, errorTextsSchema, phoneCountrySchema } from '../catalogue.ts';
import { defineRoute } from '../define-route.ts';
import { listKnownCodes } from '../known-codes/list-known-codes.ts';
import { listScreenCodes } from '../problems/list-screen-codes.ts';

const catalogues = { tag: 'catalogues', auth: 'none' } as const;

function errorCodesDescription(): string {
  const rows = listScreenCodes('en').map(
    ({ code, kind, status, text }) => `| \`${code}\` | ${kind} | ${status ?? ''} | ${text} |`,
  );
  return [
    'The kind says what the person can do: `retry` (repeat the request after a while), `retake` (supply another picture, recording or ' +
      'value), `otherStep` (do something else first), `contact` (ask the host’s support) or `fatal` (start again). A code without a ' +
      'status comes with a step or a file.',
    '',
    '| code | kind | status | text |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'Every code, for developers:',
    '',
    '| area | code | cause | remedy |',
    '| --- | --- | --- | --- |',
    ...listKnownCodes().map(({ area, code, cause, remedy }) => `| ${area} | \`${code}\` | ${cause} | ${remedy} |`),
  ].join('\n');
}

/** Catalogues are short and returned whole, without a cursor. */
export const listDocumentKindsRoute = defineRoute({
  ...catalogues,
  operationId: 'listDocumentKinds',
  method: 'get',
  path: '/v2/document-kinds',
  summary: 'List the document kinds that the service reads',
  query: z.object({ type: z.enum(documentTypes).optional(), country: countryCodeSchema.optional() }),
  responses: {
    200: {
      description: 'The whole list, without pages.',
      schema: named('DocumentKinds', z.object({ data: z.array(documentKindSchema).max(2000) }), {
        description: 'Kinds of document.',
        example: { data: [exampleOf(documentKindSchema)] },
      }),
    },
  },
});

export const listErrorCodesRoute = defineRoute({
  ...catalogues,
  operationId: 'listErrorCodes',
  method: 'get',
  path: '/v2/sdk/error-codes',
  summary: 'List every code that a screen can show',
  description: errorCodesDescription(),
  query: z.object({
    language: languageSchema.default('en'),
    of: z.enum(['screens', 'all']).default('screens').meta({
      description: 'With `all`, `codes` also lists every other code with its cause and remedy for developers.',
    }),
  }),
  responses: { 200: { description: 'The whole list, without pages.', schema: errorTextsSchema } },
});

export const listPhoneCountriesRoute = defineRoute({
  ...catalogues,
  operationId: 'listPhoneCountries',
  method: 'get',
  path: '/v2/sdk/phone-countries',
  summary: 'List countries with their dialling codes',
  responses: {
    200: {
      description: 'The whole list, without pages.',
      schema: named('PhoneCountries', z.object({ data: z.array(phoneCountrySchema).max(300) }), {
        description: 'Countries and dialling codes.',
        example: { data: [exampleOf(phoneCountrySchema)] },
      }),
    },
  },
});
