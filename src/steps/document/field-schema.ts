import { z } from 'zod';
import { barcodeStandards } from '../../domain/barcodes/parse-card.ts';
import { documentFieldNames, fieldSources } from '../../domain/documents/document-field.ts';
import { mrzFormats } from '../../domain/mrz/format.ts';
import { confidenceSchema, exampleId, idSchema } from '../value-schemas.ts';
import { exampleOf, named } from '../named-schema.ts';

export const documentFieldNameSchema = named('DocumentFieldName', z.enum(documentFieldNames), {
  description: 'Name of a field of a document.',
  example: 'documentNumber',
});

const shareSchema = z.number().min(0).max(1);

export const fieldPlaceSchema = named(
  'FieldPlace',
  z.object({
    mediaId: idSchema('media').meta({ description: 'The picture of the page.' }),
    box: z
      .object({ x: shareSchema, y: shareSchema, width: shareSchema, height: shareSchema })
      .meta({ description: 'As fractions of the width and height of that picture, from its upper left corner.' }),
    turnDegrees: z
      .literal([0, 90, 180, 270])
      .meta({ description: 'Clockwise turn of the picture that makes its text upright.' }),
  }),
  {
    description:
      'Where on the document a value was read. Missing for the pages of a PDF, for values without a single known place, and in old records.',
    example: { mediaId: exampleId('media'), box: { x: 0.33, y: 0.88, width: 0.14, height: 0.04 }, turnDegrees: 0 },
  },
);

export const documentFieldSchema = named(
  'DocumentField',
  z.object({
    value: z.string().max(1000).meta({ description: 'The text as printed.' }),
    normalisedValue: z.string().max(1000).optional().meta({
      description:
        'In a normalised form: dates as ISO 8601, countries as ISO 3166-1 alpha-2, numbers without separators.',
    }),
    label: z.string().max(200).meta({ description: 'The name of the field on the document or in its standard.' }),
    confidence: confidenceSchema
      .nullable()
      .meta({ description: 'Confidence of the reading. Null for sources that have none, such as barcodes.' }),
    source: z.enum(fieldSources),
    repaired: z.boolean().meta({ description: 'Whether something other than the reading itself decided a character.' }),
    place: fieldPlaceSchema.optional(),
  }),
  {
    description: 'One value read from a document.',
    example: {
      value: '740812',
      normalisedValue: '1974-08-12',
      label: 'Date of birth',
      confidence: 0.99,
      source: 'mrz',
      repaired: false,
      place: exampleOf(fieldPlaceSchema),
    },
  },
);

export const mrzSchema = named(
  'Mrz',
  z.object({
    format: z.enum(mrzFormats),
    lines: z
      .array(
        z
          .string()
          .regex(/^[A-Z0-9<]+$/)
          .max(44),
      )
      .min(1)
      .max(3),
    checkDigits: z
      .array(z.object({ name: documentFieldNameSchema.or(z.literal('composite')), valid: z.boolean() }))
      .max(8),
    readersAgree: z.boolean().nullable().meta({
      description: 'Whether two independent recognisers saw the same letters; null when one of them saw none.',
    }),
  }),
  {
    description: 'The machine-readable zone (ICAO 9303).',
    example: {
      format: 'TD3',
      lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      checkDigits: [
        { name: 'documentNumber', valid: true },
        { name: 'dateOfBirth', valid: true },
        { name: 'dateOfExpiry', valid: true },
        { name: 'personalNumber', valid: true },
        { name: 'composite', valid: true },
      ],
      readersAgree: true,
    },
  },
);

export const barcodeSchema = named(
  'Barcode',
  z.object({
    symbology: z.enum(['pdf417', 'qr']),
    standard: z
      .enum(barcodeStandards)
      .nullable()
      .meta({ description: 'The layout that the content follows, if known.' }),
    text: z.string().max(8000),
  }),
  {
    description: 'A barcode on the document.',
    example: {
      symbology: 'pdf417',
      standard: 'aamva',
      text: '@\n\u001e\rANSI 636000100002DL00410278ZV03190008DLDAQT64235789',
    },
  },
);
