import { parseArgs } from 'node:util';
import type { DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { DocumentKind } from '../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { composeDocument, type ForgedValues } from '../../../specimens/documents/draw-document.ts';
import { renderPicture } from '../../../specimens/drawing/render-picture.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { degradations, type Degradation } from '../documents/degradations.ts';
import { openDocumentReader } from '../documents/open-document-reader.ts';
import { sampleConfig } from '../documents/read-messages.ts';
import type { SampleFile } from '../documents/sample.ts';
import { rate, UsageFault, type AccuracySection } from '../section.ts';

/** The day on which the documents are judged, so that a run gives the same answers next year. */
const judgedAt = new Date('2026-01-01T00:00:00.000Z');
const seedOfOrder = 20;
const seedOfDocument = 901;

/** What the forger writes into the zone or barcode, field by field, and true documents for comparison. */
const forgeries: Readonly<Partial<Record<DocumentFieldName | 'nothing', ForgedValues>>> = {
  familyNames: { surname: 'FALSTAFF' },
  givenNames: { givenNames: 'PETRUCHIO' },
  documentNumber: { documentNumber: 'QX7305518' },
  dateOfBirth: { dateOfBirth: '1971-03-29' },
  dateOfExpiry: { dateOfExpiry: '2037-07-19' },
  issuingState: { country: 'FO' },
  sex: {},
  nothing: {},
};

interface Sample {
  kind: DocumentKind;
  field: DocumentFieldName | 'nothing';
  degradation: Degradation;
}

interface Result extends Sample {
  outcome: 'verified' | 'doubted';
}

/** One field of the zone is replaced and the print degraded: how often is a document verified under the false value? */
export const forgedZones: AccuracySection = {
  name: 'forged-zones',
  page: 'tampering',
  usage: [
    '--minutes M       stops after that time: a sample over all kinds, fields and degradations, in a fixed order',
    '--from N          leaves out the first N combinations of that order',
  ],
  async measure(args, say) {
    const { minutes, from } = readOptions(args);
    const planned = plan();
    const results: Result[] = [];
    const reader = await openDocumentReader();
    const endsAt = performance.now() + minutes * 60_000;
    try {
      for (const sample of planned.slice(from)) {
        if (performance.now() > endsAt) break;
        const files = await drawSample(sample);
        const { kind, field, degradation } = sample;
        const input = { documentType: kind.type, ...(kind.subtype !== null && { subtype: kind.subtype }) };
        const { result } = await reader.read({ input, files });
        const stored = { kind: 'done', result } as const;
        const { outcome } = documentStep.evaluate({ config: sampleConfig, input, stored, at: judgedAt, earlier: [] });
        const isVerified = outcome.checks.every((check) => check.outcome === 'passed');
        results.push({ ...sample, outcome: isVerified ? 'verified' : 'doubted' });
        say(`${results.length} of ${planned.length}  ${kindKeyOf(kind)} ${field}, ${degradation.name}: ${isVerified}`);
      }
    } finally {
      await reader.close();
    }
    return report(results, planned.length);
  },
};

function readOptions(args: readonly string[]): { minutes: number; from: number } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { minutes: text, from: text } });
  const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
  const from = Number(values.from ?? 0);
  if (Number.isNaN(minutes)) throw new UsageFault('--minutes takes a number.');
  if (!Number.isInteger(from) || from < 0) throw new UsageFault('--from takes a whole number.');
  return { minutes, from };
}

/** Every kind with a zone or a barcode that proves itself, in an arbitrary order that is the same every time. */
function plan(): Sample[] {
  const random = createRandom(seedOfOrder);
  const proving = documentKinds.filter(
    ({ mrz, barcodes }) => mrz !== null || barcodes.some(({ standard }) => standard !== null),
  );
  return proving
    .flatMap((kind) =>
      Object.keys(forgeries)
        .filter((field) => saysField(kind, field))
        .flatMap((field) =>
          // Object.keys widens the keys of a partial record.
          degradations.map((degradation) => ({ kind, field: field as Sample['field'], degradation })),
        ),
    )
    .map((sample) => ({ sample, place: random.number(0, 1) }))
    .sort((one, other) => one.place - other.place)
    .map(({ sample }) => sample);
}

/**
 * The zones of two kinds contain no expiry and always the same issuer, one of them no sex; barcodes contain no issuer, one of them no expiry;
 * and some kinds print their number or the sex nowhere.
 */
function saysField({ mrz, barcodes, country, fields }: DocumentKind, field: string): boolean {
  const isShort = mrz?.formats.some((format) => format === 'FR-ID' || format === 'CH-DL') === true;
  if (field === 'issuingState') return mrz !== null && !isShort;
  if (field === 'sex' && mrz?.formats.includes('CH-DL') === true) return false;
  if (field === 'dateOfExpiry')
    return !isShort && (mrz !== null || barcodes.some(({ standard }) => standard === 'aamva'));
  return (
    (field !== 'documentNumber' && field !== 'sex') || country === null || fields.some(({ name }) => name === field)
  );
}

async function drawSample({ kind, field, degradation }: Sample): Promise<SampleFile[]> {
  const coded = field === 'sex' ? await otherSexOf(kind) : forgeries[field];
  const options = { seed: seedOfDocument, ...(coded && { forged: { coded } }) };
  const { pages, random } = await composeDocument(kind, options);
  const files: SampleFile[] = [];
  for (const [side, page] of pages) {
    const { jpeg } = await renderPicture(degradation.redraw?.(page) ?? page, random);
    const bytes = (await degradation.repaint?.(jpeg, seedOfDocument)) ?? jpeg;
    files.push({ kind: `document-${side}`, contentType: 'image/jpeg', bytes });
  }
  return files;
}

async function otherSexOf(kind: DocumentKind): Promise<ForgedValues> {
  const { truth } = await composeDocument(kind, { seed: seedOfDocument });
  return { sex: truth.holder.sex === 'F' ? 'M' : 'F' };
}

function report(results: readonly Result[], planned: number) {
  const forged = results.filter(({ field }) => field !== 'nothing');
  const honest = results.filter(({ field }) => field === 'nothing');
  const row = (name: string, ofFalse: readonly Result[], ofTrue: readonly Result[]) => [
    name,
    countVerified(ofFalse),
    countVerified(ofTrue),
  ];
  const groupBy = (title: string, keyOf: (result: Result) => string) => ({
    title,
    columns: [title, 'verified under a false value', 'true documents verified'],
    rows: [...new Set(results.map(keyOf))].sort().map((key) =>
      row(
        key,
        forged.filter((result) => keyOf(result) === key),
        honest.filter((result) => keyOf(result) === key),
      ),
    ),
  });
  return {
    title: 'Forged zones',
    facts: [
      `One field of the machine-readable zone or barcode replaced, check digits right, the print degraded in ${degradations.length} ways`,
      `${results.length} of ${planned} planned combinations were read, in a seeded order: ${forged.length} forged, ${honest.length} true documents in the same states`,
      'Drawn documents, without the quick check of the upload: they prove that the rule holds, not how real print is judged',
    ],
    tables: [
      {
        title: 'All',
        columns: ['', 'verified under a false value', 'true documents verified'],
        rows: [row('all', forged, honest)],
      },
      groupBy('degradation', ({ degradation }) => degradation.name),
      groupBy('field', ({ field }) => field),
      groupBy('kind', ({ kind }) => kindKeyOf(kind)),
    ],
    complete: results.length === planned,
  };
}

function countVerified(results: readonly Result[]): string {
  return rate(results.filter(({ outcome }) => outcome === 'verified').length, results.length);
}
