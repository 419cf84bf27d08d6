import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { distort, distortions } from '../../../specimens/captures/distort.ts';
import { documentFieldNames, type DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import { documentTypes, type DocumentType } from '../../../src/domain/documents/document-type.ts';
import { UsageFault } from '../section.ts';
import { asPhotographed } from './report-documents.ts';
import type { DocumentSample, DocumentSet, DocumentTruth, Shortcoming } from './sample.ts';

const nameOf = {
  surname: 'familyNames',
  givenNames: 'givenNames',
  documentNumber: 'documentNumber',
  nationality: 'nationality',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  expirationDate: 'dateOfExpiry',
} as const satisfies Record<string, DocumentFieldName>;

/** Older truth files use the names of the zone's parser. */
const fieldName = z.union([
  z.enum(Object.keys(nameOf) as (keyof typeof nameOf)[]).transform((name) => nameOf[name]),
  z.enum(documentFieldNames),
]);
const valuesSchema = z.record(z.string(), z.string().nullable());

const pdf = 'application/pdf';

/** Picture formats by the end of the file's name. */
const contentTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf,
};

/** One entry of `truth.json`: the zone as printed, its fields, the visual zone where it is legible, and what is odd. */
const entrySchema = z.object({
  file: z.string(),
  /** `none`: the document has no machine-readable zone. */
  docType: z.enum(['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB', 'FRA', 'none']),
  mrz: z.array(z.string()).nullable(),
  printedInvalid: z.boolean(),
  legible: z.enum(['good', 'poor']),
  fields: valuesSchema,
  viz: valuesSchema.nullable(),
  mrzVizConflicts: z.array(z.union([z.string(), z.object({ field: z.string() })])),
  /** What an honest person would choose; without it, the type follows from the zone. */
  claim: z
    .object({ documentType: z.enum(documentTypes), country: z.string().optional(), subtype: z.string().optional() })
    .optional(),
  /** False when the document has another side with more content, which is not in the picture. */
  whole: z.boolean().default(true),
  /** The person who published the picture replaced the portrait or values. */
  altered: z.boolean().default(false),
});
type Entry = z.infer<typeof entrySchema>;

const conditions = [asPhotographed, ...distortions] as const;
export type GivenCondition = (typeof conditions)[number];

/** The conditions that an option names: all without one. */
export function chooseGivenConditions(name: string | undefined): readonly GivenCondition[] {
  const chosen = conditions.filter((condition) => name === undefined || condition === name);
  if (chosen.length === 0) throw new UsageFault(`Distortions of a set: ${conditions.join(', ')}`);
  return chosen;
}

/** A folder of pictures with a `truth.json`, each in each of the conditions. PDFs are read as they are. */
export function openGivenSet(folder: string, chosen: readonly GivenCondition[] = [asPhotographed]): DocumentSet {
  const truthFile = join(folder, 'truth.json');
  if (!existsSync(truthFile)) throw new UsageFault(`There is no truth.json in ${resolve(folder)}.`);
  const entries = z.array(entrySchema).parse(JSON.parse(readFileSync(truthFile, 'utf8')));
  const planned = entries.flatMap((entry, index) =>
    chosen
      .filter((condition) => condition === asPhotographed || contentTypeOf(entry) !== pdf)
      .map((condition) => ({ entry, condition, seed: index + 1 })),
  );
  return {
    title: `Documents, set ${basename(resolve(folder))}`,
    facts: [`Set: ${entries.length} pictures with a truth typed by eye: ${chosen.join(', ')}`],
    count: planned.length,
    complete: chosen.length === conditions.length,
    async *samples() {
      for (const { entry, condition, seed } of planned) yield sampleOf(entry, folder, condition, seed);
    },
  };
}

function contentTypeOf({ file }: Entry): string {
  return contentTypes[extname(file).slice(1).toLowerCase()] ?? 'image/jpeg';
}

/** On its longer side, a picture is enlarged to this before it is distorted: a phone's camera has more pixels than a small picture. */
const photographPx = 2000;

async function readPicture(path: string, condition: GivenCondition, seed: number): Promise<Buffer> {
  const bytes = readFileSync(path);
  if (condition === asPhotographed) return bytes;
  const size = { width: photographPx, height: photographPx, fit: 'inside', withoutEnlargement: false } as const;
  return distort(await sharp(bytes).rotate().resize(size).jpeg({ quality: 95 }).toBuffer(), condition, seed);
}

function sampleOf(entry: Entry, folder: string, condition: GivenCondition, seed: number): DocumentSample {
  const documentType: DocumentType = entry.docType === 'TD1' || entry.docType === 'TD2' ? 'national-id' : 'passport';
  const contentType = condition === asPhotographed ? contentTypeOf(entry) : 'image/jpeg';
  const { country, subtype } = entry.claim ?? {};
  return {
    label: condition === asPhotographed ? entry.file : `${entry.file} ${condition}`,
    kind: entry.docType,
    distortion: condition,
    files: async () => [
      { kind: 'document-front', contentType, bytes: await readPicture(join(folder, entry.file), condition, seed) },
    ],
    input: {
      documentType: entry.claim?.documentType ?? documentType,
      ...(country !== undefined && { country }),
      ...(subtype !== undefined && { subtype }),
    },
    mrz: entry.mrz,
    fields: truthOf(entry),
    isTruthComplete: false,
    barcodes: [],
    printedInvalid: entry.printedInvalid,
    conflicts: entry.mrzVizConflicts.flatMap((conflict) => {
      const parsed = fieldName.safeParse(typeof conflict === 'string' ? conflict : conflict.field);
      return parsed.success ? [parsed.data] : [];
    }),
    legible: entry.legible === 'good',
    shortcoming: shortcomingOf(entry),
  };
}

function shortcomingOf({ printedInvalid, mrzVizConflicts, legible, whole, altered }: Entry): Shortcoming | null {
  if (printedInvalid) return 'printed invalid';
  if (mrzVizConflicts.length > 0) return 'contradicts itself';
  if (legible === 'poor') return 'illegible';
  if (!whole) return 'a side is missing';
  return altered ? 'altered' : null;
}

function truthOf({ fields, viz }: Entry): DocumentTruth {
  const truth: DocumentTruth = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = fieldName.safeParse(key);
    const [mrz, printed] = [zone(value), zone(viz?.[key])];
    if (name.success && (mrz ?? printed) !== null) truth[name.data] = { mrz, printed, barcode: null };
  }
  return truth;
}

/** Truth files use one notation for dates, even where the print uses another order. */
function zone(value: string | null | undefined) {
  return value == null || value === '' ? null : { value, normalised: value };
}
