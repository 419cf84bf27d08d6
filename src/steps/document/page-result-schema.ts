import { z } from 'zod';
import { documentTypes } from '../../domain/documents/document-type.ts';
import { mediaKinds } from '../../domain/media/media-kind.ts';
import { mrzFormats } from '../../domain/mrz/format.ts';
import { barcodeSymbologies, noSignals, pageSources, type PageReading } from '../../domain/ports/pages/page-reader.ts';
import { signatureFaults, signatureStates } from '../../domain/ports/pages/signature-verifier.ts';
import { reasonCodes } from '../../domain/faults/reason-codes.ts';
import { readLanguages, usualReadLanguages } from '../../domain/documents/written-languages.ts';
import { fileOriginSchema } from '../origin/origin-schema.ts';
import { tiltFilmSchema } from './presence/tilt-film-schema.ts';
import { countryCodeSchema } from '../value-schemas.ts';
import { faceTemplateSchema } from '../face-template-schema.ts';

const pointSchema = z.tuple([z.number(), z.number()]);
const quadSchema = z.tuple([pointSchema, pointSchema, pointSchema, pointSchema]);
const candidateSchema = z.object({
  lines: z.array(z.string().max(44)).max(3),
  confidences: z.array(z.array(z.number()).max(44)).max(3),
});

const barcodeSchema = z.object({
  symbology: z.enum(barcodeSymbologies),
  text: z.string().max(8_000),
  box: quadSchema,
});

const areaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const presentSignalSchema = z.object({
  score: z.number().min(0).max(1),
  area: areaSchema.nullable(),
  evidence: z.string().max(500),
});
const signalSchema = presentSignalSchema.nullable();

/** The documents that an issuer makes, as the operator says. */
export const issuedDocumentsSchema = z
  .array(
    z.object({
      type: z.enum(documentTypes),
      countries: z.array(countryCodeSchema).min(1).max(20).readonly().nullable(),
    }),
  )
  .max(5)
  .readonly();

const signalsSchema = z.object({
  screenScore: z.number().min(0).max(1).nullable(),
  copyScore: z.number().min(0).max(1).nullable(),
  recompression: signalSchema,
  portraitEdges: signalSchema,
  portraitCompression: signalSchema.default(null),
  portraitInsertion: signalSchema.default(null),
  textCompression: signalSchema.default(null),
  copiedLine: signalSchema.default(null),
  editorMetadata: signalSchema,
  freshFile: signalSchema.default(null),
  signature: presentSignalSchema.extend({ issues: issuedDocumentsSchema.optional() }).nullable().default(null),
});

/** Properties with defaults were added later: results that were stored before still parse, so that they can be replayed. */
const readingSchema: z.ZodType<PageReading> = z.object({
  widthPx: z.int(),
  heightPx: z.int(),
  turnDegrees: z.literal([0, 90, 180, 270]),
  lines: z
    .array(
      z.object({
        text: z.string().max(2_000),
        confidence: z.number(),
        box: quadSchema,
        agreed: z.boolean().optional(),
        agreedFrom: z.int().min(1).optional(),
        agreedStart: z.string().max(2_000).optional(),
        readOtherwise: z.string().max(2_000).optional(),
        native: z.string().max(2_000).optional(),
        signed: z.boolean().optional(),
      }),
    )
    .max(500),
  mrz: z
    .object({
      format: z.enum(mrzFormats),
      first: candidateSchema,
      second: candidateSchema.nullable(),
      box: quadSchema,
      rows: z
        .array(z.object({ box: quadSchema, middles: z.array(z.number()).max(44) }))
        .max(3)
        .optional(),
    })
    .nullable(),
  otherZones: z.int().min(0).max(20).optional(),
  barcodes: z.array(barcodeSchema).max(20).default([]),
  signals: signalsSchema.default(noSignals),
  pageNumber: z.int().min(1).default(1),
  source: z.enum(pageSources).default('picture'),
  textLayer: z.boolean().default(false),
  spelledIn: z
    .array(z.enum(readLanguages))
    .max(5)
    .default([...usualReadLanguages]),
  areMarksBelowSeen: z.boolean().optional(),
  portrait: faceTemplateSchema.nullable().default(null),
  portraitArea: areaSchema.optional(),
  rivalPortraits: z.array(faceTemplateSchema.nullable()).max(10).optional(),
  clearFaces: z
    .array(z.object({ area: areaSchema, template: faceTemplateSchema }))
    .max(20)
    .optional(),
  cut: z.object({ number: z.int().min(1), count: z.int().min(1) }).optional(),
  models: z.array(z.object({ name: z.string().max(100), sha256: z.string().max(64) })).max(20),
  totalMs: z.number(),
  recogniserMs: z.number(),
});

/** The result of one uploaded page: a reading, or why there is none. `codes` are those of the quick check. */
const pageSchema = z.object({
  mediaId: z.string().max(64),
  kind: z.enum(mediaKinds),
  codes: z.array(z.enum(reasonCodes)).max(20),
  fault: z.enum(reasonCodes).nullable(),
  reading: readingSchema.nullable(),
});

/** How an uploaded PDF was made. */
const fileMakeSchema = z.object({
  mediaId: z.string().max(64),
  producer: z.string().max(200).nullable(),
  creator: z.string().max(200).nullable(),
  createdAt: z.string().max(30).nullable(),
  changedAt: z.string().max(30).nullish(),
  pageCount: z.int().min(1).max(1000),
  textPages: z.int().min(0).max(1000),
  fonts: z.array(z.string().max(200)).max(20),
  revisions: z.int().min(0),
  signatures: z.int().min(0),
  signature: z
    .object({
      state: z.enum(signatureStates),
      fault: z.enum(signatureFaults).nullable(),
      issuer: z.string().max(100).nullable(),
      claimedAt: z.string().max(30).nullable(),
    })
    .nullish(),
});

/** The stored result of a document step's work. Facts only, so that the evaluation can be replayed on it. */
export const documentResultSchema = z.object({
  pages: z.array(pageSchema).max(60),
  files: z.array(fileMakeSchema).max(20).optional(),
  /** Pages of PDFs that were not read. */
  unreadPages: z.int().min(0).default(0),
  /** For pictures, not for PDFs. Missing in results from before this was recorded. */
  origins: z.array(fileOriginSchema).max(60).default([]),
  /** What the film of the tilted document shows. Null where none was made; missing in results from before films existed. */
  film: tiltFilmSchema.nullish(),
  /** Whether specimens count as documents: for clients in test mode. Missing in results from before this was asked, where they did. */
  specimens: z.boolean().optional(),
  durationMs: z.number(),
});
export type StoredDocument = z.output<typeof documentResultSchema>;
export type StoredPage = z.output<typeof pageSchema>;
