import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { documentFieldNames, type DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { DocumentType } from '../../../src/domain/documents/document-type.ts';
import { UsageFault } from '../section.ts';
import type { DocumentSample, DocumentSet, DocumentTruth } from './sample.ts';

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

/** One entry of `truth.json`: the zone as printed, its fields, the visual zone where it is legible, and what is odd. */
const entrySchema = z.object({
  file: z.string(),
  docType: z.enum(['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB']),
  mrz: z.array(z.string()),
  printedInvalid: z.boolean(),
  legible: z.enum(['good', 'poor']),
  fields: valuesSchema,
  viz: valuesSchema.nullable(),
  mrzVizConflicts: z.array(z.union([z.string(), z.object({ field: z.string() })])),
});
type Entry = z.infer<typeof entrySchema>;

/** A folder of pictures with a `truth.json`. */
export function openGivenSet(folder: string): DocumentSet {
  const truthFile = join(folder, 'truth.json');
  if (!existsSync(truthFile)) throw new UsageFault(`There is no truth.json in ${resolve(folder)}.`);
  const entries = z.array(entrySchema).parse(JSON.parse(readFileSync(truthFile, 'utf8')));
  return {
    title: `Documents, set ${basename(resolve(folder))}`,
    facts: [`Set: ${entries.length} pictures with a truth typed by eye`],
    count: entries.length,
    complete: true,
    async *samples() {
      for (const entry of entries) yield sampleOf(entry, folder);
    },
  };
}

function sampleOf(entry: Entry, folder: string): DocumentSample {
  const documentType: DocumentType = entry.docType === 'TD1' || entry.docType === 'TD2' ? 'national-id' : 'passport';
  const contentType = entry.file.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return {
    label: entry.file,
    kind: entry.docType,
    distortion: 'as photographed',
    files: async () => [{ kind: 'document-front', contentType, bytes: readFileSync(join(folder, entry.file)) }],
    input: { documentType },
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
  };
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
