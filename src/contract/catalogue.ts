import { z } from 'zod';
import { documentTypes } from '../domain/documents/document-type.ts';
import { mrzFormats } from '../domain/mrz/format.ts';
import { documentFieldNameSchema } from '../steps/document/field-schema.ts';
import { named } from '../steps/named-schema.ts';
import { codeAreas } from './known-codes/list-known-codes.ts';
import { screenKinds } from './problems/screen-codes.ts';
import { countryCodeSchema, languageSchema } from '../steps/value-schemas.ts';

/** The service's lists, for screens to offer and show. */

export const documentKindSchema = named(
  'DocumentKind',
  z.object({
    type: z.enum(documentTypes),
    country: countryCodeSchema.nullable().meta({ description: 'Null means any country.' }),
    subtype: z.string().max(60).nullable(),
    mustBeNamed: z
      .boolean()
      .meta({ description: 'Whether a flow accepts it only when `subtypes` names it, such as a visa.' }),
    name: z.string().max(200),
    sides: z
      .array(z.enum(['front', 'back']))
      .min(1)
      .max(2),
    mrzFormats: z.array(z.enum(mrzFormats)).max(mrzFormats.length),
    barcodes: z.array(z.enum(['pdf417', 'qr'])).max(2),
    fields: z.array(documentFieldNameSchema).max(50),
  }),
  {
    description: 'A kind of document that can be read.',
    example: {
      type: 'passport',
      country: null,
      subtype: null,
      mustBeNamed: false,
      name: 'Passport',
      sides: ['front'],
      mrzFormats: ['TD3'],
      barcodes: [],
      fields: ['documentNumber', 'dateOfBirth'],
    },
  },
);

export const errorTextSchema = named(
  'ErrorText',
  z.object({
    code: z.string().max(100),
    kind: z.enum(screenKinds).meta({ description: 'What the person can do.' }),
    status: z.number().int().min(400).max(599).nullable().meta({ description: 'Null for the code of a step or file.' }),
    text: z.string().max(500),
  }),
  {
    description: 'A code that a screen may have to show.',
    example: { code: 'document.blurry_text', kind: 'retake', status: null, text: 'The text is blurred.' },
  },
);

export const knownCodeSchema = named(
  'KnownCode',
  z.object({
    area: z.enum(codeAreas).meta({
      description:
        'Where the code occurs: `problem` of a response, `fault` in `errors[]`, `reason` of a check or a retake, `device` on the SDK’s ' +
        'screen, `flowWarning` of a flow document.',
    }),
    code: z.string().max(100),
    cause: z.string().max(300),
    remedy: z.string().max(300),
  }),
  {
    description: 'A code with its cause and its remedy for developers, in English.',
    example: {
      area: 'device',
      code: 'camera.missing',
      cause: 'The device has no camera.',
      remedy: 'The person continues on another device.',
    },
  },
);

export const errorTextsSchema = named(
  'ErrorTexts',
  z.object({
    language: languageSchema,
    data: z.array(errorTextSchema).max(1000),
    codes: z.array(knownCodeSchema).max(2000).meta({ description: 'With `of=all`; empty otherwise.' }),
  }),
  {
    description: 'Every code with its text for people.',
    example: {
      language: 'en',
      data: [{ code: 'document.blurry_text', kind: 'retake', status: null, text: 'The text is blurred.' }],
      codes: [],
    },
  },
);

export const phoneCountrySchema = named(
  'PhoneCountry',
  z.object({
    country: countryCodeSchema,
    diallingCode: z
      .string()
      .regex(/^\+[1-9][0-9]{0,3}$/)
      .max(5),
  }),
  { description: 'A country and its dialling code.', example: { country: 'BR', diallingCode: '+55' } },
);
