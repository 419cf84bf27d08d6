import { z } from 'zod';
import { documentTypes } from '../../domain/documents/document-type.ts';
import { documentQualityCodes } from '../../domain/ports/pages/document-inspector.ts';
import { defineStepSchema } from '../define-step-schema.ts';
import { faceBoxSchema, videoCaptureCodes } from '../face-schema.ts';
import { exampleOf, named } from '../named-schema.ts';
import { signatureFaults, signatureStates } from '../../domain/ports/pages/signature-verifier.ts';
import { countryCodeSchema, exampleId, idSchema, timestampSchema } from '../value-schemas.ts';
import { documentChecks, tamperingSignals } from './check-schemas.ts';
import { findUnknownKinds } from './find-unknown-kinds.ts';
import { findPresenceFaults } from './presence/find-presence-faults.ts';
import { tiltReportSchema } from './presence/tilt-report-schema.ts';
import { barcodeSchema, documentFieldNameSchema, documentFieldSchema, mrzSchema } from './field-schema.ts';

const subtypeSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)
  .meta({ description: 'A subtype of the catalogue of document kinds, such as `cnh-2022`.' });

const acceptedDocumentSchema = named(
  'AcceptedDocument',
  z.strictObject({
    type: z.enum(documentTypes),
    countries: z
      .array(countryCodeSchema)
      .min(1)
      .max(250)
      .nullable()
      .default(null)
      .meta({ description: 'Null means every country.' }),
    subtypes: z
      .array(subtypeSchema)
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .meta({ description: 'Null: every subtype except those that must be named, such as `visa` of `passport`.' }),
  }),
  { description: 'A kind of document that a step accepts.', example: { type: 'national-id', countries: ['BR', 'PT'] } },
);

/** The settings that the person sees. */
const captureSettings = {
  accept: z.array(acceptedDocumentSchema).min(1).max(50),
  pages: z
    .enum(['auto', 'front', 'front-and-back'])
    .default('auto')
    .meta({ description: '`auto`: the sides that the type of document has.' }),
  allowPdf: z.boolean().default(false),
  maxPdfPages: z.number().int().min(1).max(20).default(20),
  presence: z.enum(['off', 'tilt', 'tilt-required']).default('off').meta({
    description:
      'Whether the person also films the front while tilting it three times as the server asks. `tilt`: a warning goes to review; a video that is missing or shows too little changes nothing. `tilt-required`: those go to review, too.',
  }),
  capture: z.enum(['camera', 'gallery', 'both']).default('both').meta({
    description:
      '`camera`: only pictures that the SDK says its camera took (and PDFs, where `allowPdf` says so); others are refused with `step.camera_required`.',
  }),
};

const configSchema = named(
  'DocumentStepConfig',
  z.strictObject({
    ...captureSettings,
    presenceLifts: z.enum(['nothing', 'flat-copy']).default('nothing').meta({
      description:
        'Whether a passed `document-presence` clears a warning. `flat-copy`: it clears `document.black_and_white_copy` of the front, if the service looked for signs of a screen in the photo and in the video and found none. Measured on synthetic videos only.',
    }),
    requireUnexpired: z.boolean().default(true),
    minimumAge: z
      .number()
      .int()
      .min(1)
      .max(150)
      .nullable()
      .default(null)
      .meta({ description: 'The lowest age that the flow accepts, in years. Null: any.' }),
    maxAgeOfProofDays: z.number().int().min(1).max(3650).default(90),
  }),
  { description: 'Settings of a document step.', example: { accept: [{ type: 'passport' }], minimumAge: 18 } },
);

const tamperingSignalsSchema = z.array(z.enum(tamperingSignals)).max(tamperingSignals.length);

const resultSchema = named(
  'DocumentResult',
  z.object({
    type: z
      .enum(documentTypes)
      .nullable()
      .meta({ description: 'The type that the service recognised; null if it recognised none.' }),
    subtype: z.string().max(60).nullable(),
    country: countryCodeSchema
      .nullable()
      .meta({ description: 'Country of the issuer. Null when the issuer is no country (specimens, organisations).' }),
    fields: z.partialRecord(documentFieldNameSchema, documentFieldSchema),
    mrz: mrzSchema.nullable(),
    barcode: barcodeSchema.nullable(),
    portrait: z
      .object({
        mediaId: idSchema('media'),
        box: faceBoxSchema,
        turnDegrees: z
          .literal([0, 90, 180, 270])
          .meta({ description: 'Clockwise turn of the picture that makes its text upright.' }),
      })
      .nullable()
      .default(null)
      .meta({
        description: 'Which picture shows the holder’s face, and where; null if none was found, and for a PDF.',
      }),
    files: z
      .array(
        z.object({
          mediaId: idSchema('media'),
          producer: z
            .string()
            .max(200)
            .nullable()
            .meta({ description: 'The program that wrote the file, as the file says.' }),
          creator: z
            .string()
            .max(200)
            .nullable()
            .meta({ description: 'The program that made the original document, as the file says.' }),
          createdAt: timestampSchema
            .nullable()
            .meta({ description: 'Time at which the file was made, as the file says.' }),
          changedAt: timestampSchema
            .nullish()
            .meta({ description: 'Time at which the file was last changed, as the file says. Old records lack it.' }),
          pageCount: z.int().min(1).max(1000),
          textPages: z.int().min(0).max(1000).meta({ description: 'Pages that have text; the others are pictures.' }),
          fonts: z.array(z.string().max(200)).max(20),
          revisions: z.int().min(0).meta({
            description:
              'Number of times the file was saved. More than 1 means that it was changed or signed afterwards.',
          }),
          signatures: z.int().min(0).meta({ description: 'Number of signatures in the file.' }),
          signature: z
            .object({
              state: z.enum(signatureStates),
              fault: z.enum(signatureFaults).nullable(),
              issuer: z
                .string()
                .max(100)
                .nullable()
                .meta({ description: 'Name of the issuer in `DOCUMENT_ISSUERS`. Null unless the signature is valid.' }),
              claimedAt: timestampSchema.nullable().meta({ description: 'Time of the signature, as the signer says.' }),
            })
            .nullish()
            .meta({
              description:
                'Result of the signatures. `valid`: an issuer of `DOCUMENT_ISSUERS` signed every byte of the file, and no certificate was revoked (unless the operator wants that not checked). `invalid`: a warning. ' +
                '`unknown`: the service cannot tell. Null: the file has none. Old records lack it.',
            }),
        }),
      )
      .max(20)
      .optional()
      .meta({
        description: 'How each uploaded PDF was made, as its maker says: none of it is proof. Old records lack it.',
      }),
    presence: tiltReportSchema.nullable().default(null).meta({
      description: 'What the video of the tilted document shows; null if none was requested or made.',
    }),
    tamperingSearch: z
      .object({ lookedFor: tamperingSignalsSchema, couldNotTell: tamperingSignalsSchema })
      .optional()
      .meta({
        description:
          'The signs of tampering that the service looked for, and those that it could not judge on at least one of these pages. If it could ' +
          'not judge one and found no other, the check `tampering` is absent. Old records lack this field.',
      }),
  }),
  {
    description: 'What was read from the document.',
    example: {
      type: 'passport',
      subtype: null,
      country: null,
      fields: {
        documentNumber: {
          value: 'L898902C3',
          label: 'Document number',
          confidence: 0.99,
          source: 'mrz',
          repaired: false,
        },
        dateOfBirth: exampleOf(documentFieldSchema),
      },
      mrz: exampleOf(mrzSchema),
      barcode: null,
      portrait: {
        mediaId: exampleId('media'),
        box: { x: 0.08, y: 0.3, width: 0.2, height: 0.32 },
        turnDegrees: 0,
      },
      files: [
        {
          mediaId: exampleId('media'),
          producer: 'Example Energy Billing 3.1',
          creator: null,
          createdAt: '2026-09-01T08:00:00.000Z',
          changedAt: null,
          pageCount: 2,
          textPages: 2,
          fonts: ['Helvetica'],
          revisions: 1,
          signatures: 0,
        },
      ],
      tamperingSearch: {
        lookedFor: ['recompression', 'portrait-edges', 'text-compression', 'copied-line'],
        couldNotTell: [
          'portrait-compression',
          'portrait-insertion',
          'ghost-image',
          'editor-metadata',
          'fresh-file',
          'signature',
        ],
      },
    },
  },
);

export const documentSchema = defineStepSchema(
  {
    type: 'document',
    resultKey: 'document',
    biometric: false,
    live: false,
    challenge: 'prompts',
    config: configSchema,
    publicConfig: named('DocumentPublicConfig', z.object(captureSettings), {
      description: 'Settings of a document step, as the SDK sees them.',
      example: { accept: [{ type: 'passport' }] },
    }),
    submit: named(
      'DocumentSubmit',
      z.object({
        documentType: z.enum(documentTypes),
        country: countryCodeSchema.optional(),
        subtype: subtypeSchema.optional(),
      }),
      { description: 'What the person says the document is.', example: { documentType: 'passport', country: 'PT' } },
    ),
    result: resultSchema,
    checks: documentChecks,
    mediaKinds: ['document-front', 'document-back', 'document-page', 'document-film'],
    captureCodes: [
      'file.unreadable_image',
      'file.too_many_pixels',
      'file.unreadable_pdf',
      'file.encrypted_pdf',
      'file.too_many_pages',
      'file.page_too_large',
      ...documentQualityCodes,
      ...videoCaptureCodes,
    ],
  },
  ({ accept, pages, allowPdf, maxPdfPages, presence, capture }) => ({
    accept,
    pages,
    allowPdf,
    maxPdfPages,
    presence,
    capture,
  }),
  (config) => [...findUnknownKinds(config.accept), ...findPresenceFaults(config)],
);
