import { z } from 'zod';
import { documentTypes } from '../../domain/documents/document-type.ts';
import { fieldSources } from '../../domain/documents/document-field.ts';
import { mrzFormats } from '../../domain/mrz/format.ts';
import { originData } from '../origin/origin-schema.ts';
import type { CheckSchema } from '../define-step-schema.ts';
import { confidenceSchema, countryCodeSchema, dateSchema, idSchema, stepIdSchema } from '../value-schemas.ts';
import { dateContradictions } from './checks/contradictory-dates.ts';
import { documentFieldNameSchema, fieldPlaceSchema } from './field-schema.ts';
import { tiltCheckData } from './presence/tilt-report-schema.ts';

const sideSchema = z.enum(['front', 'back']);
const score = confidenceSchema.meta({ description: 'From 0 (no sign of it) to 1 (strong signs of it).' });

export const tamperingSignals = [
  'recompression',
  'portrait-edges',
  'portrait-compression',
  'portrait-insertion',
  'ghost-image',
  'text-compression',
  'copied-line',
  'editor-metadata',
  'fresh-file',
  'signature',
] as const;

/** The position on the page, as fractions of its width and height. */
const areaSchema = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
});

/** The checks of a document. */
export const documentChecks = {
  'document-reading': {
    always: true,
    data: z.object({
      pageCount: z.number().int().min(0).max(20),
      unreadPages: z.number().int().min(0).max(1000).optional().meta({
        description:
          'Number of PDF pages that were not read, because another page had every field or time ran out. Absent from old records.',
      }),
      fieldCount: z.number().int().min(0).max(200),
      lowestConfidence: confidenceSchema.nullable(),
      readersAgree: z.boolean().nullable(),
      doubtfulFields: z.array(documentFieldNameSchema).max(50),
      missingFields: z.array(documentFieldNameSchema).max(50),
    }),
    codes: [
      'document.no_document',
      'document.several',
      'document.unreadable',
      'document.mrz_not_found',
      'document.image_too_small',
      'document.blurry_text',
      'document.too_dark',
      'document.too_bright',
      'document.field_doubtful',
      'document.field_missing',
      'document.readers_disagree',
      'file.unreadable_image',
      'file.too_many_pixels',
      'file.unreadable_pdf',
      'file.encrypted_pdf',
      'file.too_many_pages',
      'file.page_too_large',
    ],
  },
  'mrz-check-digits': {
    data: z.object({
      format: z.enum(mrzFormats).nullable(),
      checkDigits: z
        .array(z.object({ name: documentFieldNameSchema.or(z.literal('composite')), valid: z.boolean() }))
        .max(8),
    }),
    codes: ['document.mrz_check_digit_wrong', 'document.mrz_not_found'],
  },
  'document-origin': {
    data: originData,
    codes: ['document.origin_doubtful', 'document.in_pdf', 'document.signed_by_other'],
  },
  'document-expiry': {
    always: true,
    data: z.object({
      dateOfExpiry: dateSchema.nullable(),
      dateOfIssue: dateSchema.nullable(),
      checkedOn: dateSchema,
      maxAgeDays: z
        .number()
        .int()
        .min(1)
        .max(3650)
        .nullable()
        .meta({ description: 'Greatest age of a proof of residency, in days.' }),
      contradiction: z.enum(dateContradictions).nullable().default(null).meta({
        description:
          'What the dates say that no honest document says. `bornLater` and `issuedLater`: than today. `validTooLong`: for its type, from its issue or today. `issuedInOtherMonth`: than the number says.',
      }),
    }),
    codes: [
      'document.expired',
      'document.expiry_unknown',
      'document.prolonged_by_law',
      'document.dates_contradict',
      'document.proof_too_old',
      'document.issue_date_unknown',
    ],
  },
  'cross-check': {
    data: z.object({
      comparisons: z
        .array(
          z.object({
            field: documentFieldNameSchema,
            agrees: z.boolean(),
            readings: z
              .array(
                z.object({
                  side: sideSchema.nullable(),
                  source: z.enum(fieldSources),
                  value: z.string().max(1000),
                  place: fieldPlaceSchema.optional(),
                }),
              )
              .max(10),
          }),
        )
        .max(50),
      notFound: z.array(documentFieldNameSchema).max(10).default([]).meta({
        description: 'Fields of a machine-readable zone or barcode that no printed line repeats.',
      }),
      notPrinted: z.array(documentFieldNameSchema).max(10).default([]).meta({
        description:
          'Fields of a zone or barcode that documents of this kind do not print, so that nothing confirms them.',
      }),
    }),
    codes: ['document.fields_disagree', 'document.not_found_in_print'],
  },
  'linked-sides': {
    data: z.object({
      sides: z.array(sideSchema).max(2).meta({
        description: 'The sides that have the portrait, the names, numbers, dates and address that were used.',
      }),
    }),
    codes: ['document.sides_not_linked'],
  },
  'document-type': {
    always: true,
    data: z.object({
      type: z.enum(documentTypes).nullable(),
      subtype: z.string().max(60).nullable(),
      country: countryCodeSchema.nullable(),
      side: sideSchema.nullable(),
      mismatches: z.array(z.enum(['type', 'country', 'subtype', 'side'])).max(4),
    }),
    codes: [
      'document.type_not_accepted',
      'document.country_not_accepted',
      'document.subtype_not_accepted',
      'document.wrong_side',
      'document.same_picture_twice',
      'document.type_unknown',
      'document.issuer_unknown',
    ],
  },
  age: {
    data: z.object({
      ageYears: z.number().int().min(0).max(150).nullable(),
      minimumAgeYears: z.number().int().min(1).max(150).nullable(),
    }),
    codes: ['document.under_age', 'document.age_unknown'],
  },
  'document-number': {
    data: z.object({
      numbers: z
        .array(
          z.object({
            field: documentFieldNameSchema,
            rule: z.string().max(60).meta({ description: 'Name of the national rule, such as `br-cpf`.' }),
            valid: z.boolean(),
          }),
        )
        .max(10),
    }),
    codes: ['document.number_invalid'],
  },
  'holder-match': {
    data: z.object({
      comparisons: z
        .array(
          z.object({
            stepId: stepIdSchema.meta({ description: 'The other document.' }),
            field: z.enum(['fullName', 'dateOfBirth', 'portrait']),
            agrees: z.boolean(),
          }),
        )
        .max(50),
    }),
    codes: ['document.holder_differs', 'document.documents_disagree', 'document.portraits_differ'],
  },
  'distinct-documents': {
    data: z.object({
      stepIds: z.array(stepIdSchema).max(50).meta({ description: 'The other steps that show the same document.' }),
    }),
    codes: ['document.shown_twice'],
  },
  're-holder-match': {
    data: z.object({
      comparisons: z
        .array(z.object({ field: z.enum(['fullName', 'dateOfBirth']), agrees: z.boolean() }))
        .max(2)
        .meta({ description: 'With the values that earlier verifications of the identity confirmed.' }),
    }),
    codes: ['document.identity_differs', 'encryption.sealed', 'check.input_missing'],
  },
  'screen-or-copy': {
    data: z.object({
      screenScore: score.nullable(),
      copyScore: score.nullable(),
      liftedByPresence: z.boolean().default(false).meta({
        description: 'Whether the video of the tilted document cleared the warning that the front is a copy.',
      }),
    }),
    codes: ['document.picture_of_screen', 'document.black_and_white_copy'],
  },
  tampering: {
    data: z.object({
      lookedFor: z
        .array(z.enum(tamperingSignals))
        .max(tamperingSignals.length)
        .default([])
        .meta({ description: 'Signs that the service looked for. It says nothing about other signs.' }),
      couldNotTell: z.array(z.enum(tamperingSignals)).max(tamperingSignals.length).default([]).meta({
        description:
          'Signs that the service could not look for, or could not judge on at least one of these pages. They do not count as passed.',
      }),
      signals: z
        .array(
          z.object({
            signal: z.enum(tamperingSignals),
            score,
            area: areaSchema.nullable(),
            evidence: z.string().max(500).meta({ description: 'What the service saw, in plain words.' }),
          }),
        )
        .max(20),
    }),
    codes: [
      'document.recompressed_area',
      'document.portrait_edges',
      'document.portrait_inserted',
      'document.ghost_image_differs',
      'document.copied_line',
      'document.editor_metadata',
      'document.fresh_file',
      'document.signature_invalid',
    ],
  },
  'document-presence': {
    data: tiltCheckData,
    codes: [
      'document.tilt_not_followed',
      'document.tilt_lost',
      'document.tilt_other_page',
      'document.tilt_not_told',
      'document.tilt_flat',
      'document.tilt_network_stalled',
      'document.tilt_recorded_too_early',
      'document.tilt_left_out',
    ],
  },
  'duplicate-document': {
    data: z.object({ identityIds: z.array(idSchema('identity')).max(20) }),
    codes: ['document.duplicate', 'document.not_all_searched'],
  },
} as const satisfies Record<string, CheckSchema>;
