import { z } from 'zod';
import { countryCodes, isCountryCode } from '../domain/documents/country-code.ts';
import { idLength, idPattern, idPrefixes, type IdKind } from '../domain/id.ts';
import { languages } from '../domain/language.ts';
import { named } from './named-schema.ts';

/** Values in many schemas. Each is named once, so that the OpenAPI document defines it once. */

/**
 * The years of a timestamp. Postgres has no year 0, and JavaScript writes years before 1 and after 9999 in a form that Postgres does not
 * read. The range leaves room for the days that a rule adds or subtracts.
 */
const earliestYear = 1900;
const latestYear = 2999;

function isTimestampInRange(timestamp: string): boolean {
  const year = Number(timestamp.slice(0, 4));
  return year >= earliestYear && year <= latestYear;
}

export const timestampSchema = named(
  'Timestamp',
  z.iso
    .datetime({ precision: 3 })
    .max(24)
    .refine(isTimestampInRange, {
      error: `must be from ${earliestYear} to ${latestYear}`,
      params: { code: 'value.date_out_of_range' },
    }),
  {
    description: `ISO 8601, UTC, with milliseconds, of the years ${earliestYear} to ${latestYear}.`,
    example: '2026-03-01T09:30:00.000Z',
  },
);

export const dateSchema = named(
  'CalendarDate',
  z.iso
    .date()
    .max(10)
    .refine((date) => !date.startsWith('0000'), {
      error: 'there was no year 0',
      params: { code: 'value.date_out_of_range' },
    }),
  {
    description: 'ISO 8601 calendar date, from the year 1.',
    example: '1974-08-12',
  },
);

export const languageSchema = named('Language', z.enum(languages), {
  description: 'A language in which the service has every text for the person.',
  example: 'en',
});

export const countryCodeSchema = named(
  'CountryCode',
  z
    .string()
    .regex(/^[A-Z]{2}$/)
    .max(2)
    .refine(isCountryCode, { error: 'must be an ISO 3166-1 alpha-2 code', params: { code: 'country.unknown' } }),
  { description: `ISO 3166-1 alpha-2 code, one of ${countryCodes.length}.`, example: 'BR' },
);

export const stepIdSchema = named(
  'StepId',
  z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(40),
  {
    description: 'Id of a step, unique in its flow: lower case letters, digits and single hyphens.',
    example: 'id-card',
  },
);

/** A score between 0 and 1 from a recogniser or model. */
export const confidenceSchema = z.number().min(0).max(1);

/** Milliseconds, at most a day. */
export const durationMsSchema = z.number().int().min(0).max(86_400_000);

export const modelReferenceSchema = named(
  'ModelReference',
  z.object({
    name: z.string().max(100),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .max(64),
  }),
  {
    description: 'A model that took part in an answer.',
    example: { name: 'ocrb-line', sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
);

const idSuffixOfExample = '01k2m3n4p5q6r7s8t9v0w1x2y3';
const idSchemas = new Map(
  (Object.keys(idPrefixes) as IdKind[]).map((kind) => [kind, createIdSchema(kind)]), // Object.keys widens to string.
);

/** The schema of a typed id. Always the same object for the same kind. */
export function idSchema(kind: IdKind): z.ZodString {
  return idSchemas.get(kind) ?? createIdSchema(kind);
}

/** An example id of this kind. */
export function exampleId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${idSuffixOfExample}`;
}

function createIdSchema(kind: IdKind): z.ZodString {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Id`;
  return named(name, z.string().regex(idPattern(kind)).max(idLength), {
    description: `\`${idPrefixes[kind]}_\` and a UUIDv7 in base32 (TypeID).`,
    example: exampleId(kind),
  });
}
