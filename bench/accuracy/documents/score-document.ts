import { leastLongerSidePx } from '../../../src/domain/ports/pages/document-inspector.ts';
import type { DocumentFieldName } from '../../../src/domain/documents/document-field.ts';
import type { StepCheck, StepResult } from '../../../src/steps/define-step-schema.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { gatherEvidence } from '../../../src/steps/document/gather-evidence.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { isRightReading, isRightText } from './compare-field.ts';
import { sampleConfig, type ReadAnswer } from './read-messages.ts';
import type { DocumentSample, DocumentTruth, Shortcoming } from './sample.ts';

type DocumentRecord = StepResult<typeof documentSchema>;
type DocumentCheck = StepCheck<typeof documentSchema>;

/** One field of one document. */
export interface FieldScore {
  name: DocumentFieldName;
  expected: string;
  got: string | null;
  source: string | null;
  right: boolean;
  /** A wrong value that no check doubts: this must never happen. */
  wrongButPassed: boolean;
}

/** A value of the visual zone, diacritics counted, whether or not the record prefers another zone's. */
export interface VisualScore {
  name: DocumentFieldName;
  expected: string;
  got: string | null;
  right: boolean;
  /** Its label was not read: the value was found by the zone's content. */
  byZone: boolean;
}

export interface DocumentScore {
  label: string;
  kind: string;
  distortion: string;
  legible: boolean;
  printedInvalid: boolean;
  /** Null where the document has no zone. */
  mrzExact: boolean | null;
  mrzGot: readonly string[] | null;
  fields: FieldScore[];
  visual: VisualScore[];
  /** Every check passed. */
  passed: boolean;
  /** Passed although a field is wrong, the zone is not the printed one, or the print itself is wrong. */
  passedWrongly: boolean;
  /** Why the document need not pass. */
  shortcoming: Shortcoming | null;
  /** The picture has fewer pixels than the service asks for. */
  isTooSmall: boolean;
  /** Every check passed, or the only doubt is that the picture has too few pixels. */
  passedButForSize: boolean;
  checks: Record<string, string>;
  /** Null where the document has none. */
  barcodesRead: boolean | null;
  pages: { totalMs: number; recogniserMs: number }[];
  totalMs: number;
  memory: ReadAnswer['memory'];
}

/** Compares the reading with the truth. */
export function scoreDocument(sample: DocumentSample, answer: ReadAnswer, at: Date): DocumentScore {
  const { outcome } = documentStep.evaluate({
    config: sampleConfig,
    input: sample.input,
    stored: { kind: 'done', result: answer.result },
    at,
    earlier: [],
  });
  // The document step makes them in the shapes of its schema.
  const record = outcome.record as DocumentRecord;
  const checks = outcome.checks as unknown as DocumentCheck[];
  const stored = answer.result as StoredDocument;

  const doubted = doubtedFields(checks);
  const fields = [...scoreFields(sample.fields, record, doubted), ...scoreMadeUp(sample, record, doubted)];
  const mrzGot = record.mrz?.lines ?? null;
  const mrzExact = sample.mrz === null ? null : mrzGot?.join() === sample.mrz.join();
  const passed = checks.every(({ outcome: end }) => end === 'passed');
  const conflictsUnsaid = sample.conflicts.some((name) => !doubted.has(name));
  const isWrong =
    fields.some(({ wrongButPassed }) => wrongButPassed) ||
    fields.some(({ right, got }) => !right && got !== null) ||
    (mrzExact === false && mrzGot !== null);
  return {
    label: sample.label,
    kind: sample.kind,
    distortion: sample.distortion,
    legible: sample.legible,
    printedInvalid: sample.printedInvalid,
    mrzExact,
    mrzGot,
    fields,
    visual: scoreVisual(sample, stored, at),
    passed,
    passedWrongly: passed && (isWrong || sample.printedInvalid || conflictsUnsaid),
    shortcoming: sample.shortcoming,
    isTooSmall: isTooSmall(stored),
    passedButForSize: checks.every((check) => check.outcome === 'passed' || (isOfSize(check) && saysNoMore(check))),
    checks: Object.fromEntries(
      checks.map(({ id, outcome: end, code }) => [id, code === null ? end : `${end} ${code}`]),
    ),
    barcodesRead: barcodesRead(sample, stored),
    pages: stored.pages.flatMap(({ reading }) => (reading === null ? [] : [reading])),
    totalMs: answer.totalMs,
    memory: answer.memory,
  };
}

function barcodesRead({ barcodes }: DocumentSample, { pages }: StoredDocument): boolean | null {
  const read = pages.flatMap(({ reading }) => reading?.barcodes.map(({ text }) => text) ?? []);
  return barcodes.length === 0 ? null : barcodes.every((text) => read.includes(text));
}

/** Whether the service would ask for a larger picture, even if nothing could be read and it asks for a better one. */
function isTooSmall({ pages }: StoredDocument): boolean {
  const sides = pages.flatMap(({ reading }) => (reading === null ? [] : [Math.max(reading.widthPx, reading.heightPx)]));
  return sides.some((side) => side < leastLongerSidePx);
}

function isOfSize({ code }: DocumentCheck): boolean {
  return code === 'document.image_too_small';
}

/** Whether a doubt about the picture's size hides no other doubt of that check. */
function saysNoMore(check: DocumentCheck): boolean {
  if (check.id !== 'document-reading' || check.data === null) return false;
  return check.data.doubtfulFields.length + check.data.missingFields.length === 0;
}

/** Fields that some check names as doubtful or wrong. */
function doubtedFields(checks: readonly DocumentCheck[]): Set<string> {
  const names = checks.flatMap((check): string[] => {
    if (check.outcome === 'passed' || check.data === null) return [];
    if (check.id === 'document-reading') return [...check.data.doubtfulFields, ...check.data.missingFields];
    if (check.id === 'cross-check')
      return check.data.comparisons.filter(({ agrees }) => !agrees).map(({ field }) => field);
    if (check.id === 'mrz-check-digits')
      return check.data.checkDigits.filter(({ valid }) => !valid).map(({ name }) => name);
    if (check.id === 'document-number')
      return check.data.numbers.filter(({ valid }) => !valid).map(({ field }) => field);
    return [];
  });
  return new Set(names);
}

function scoreFields(truth: DocumentTruth, record: DocumentRecord, doubted: ReadonlySet<string>): FieldScore[] {
  return Object.entries(truth).map(([key, expected]): FieldScore => {
    const name = key as DocumentFieldName; // Object.entries widens the keys of a partial record.
    const field = record.fields[name];
    const right = field !== undefined && isRightReading(expected, field);
    return {
      name,
      expected: (expected[zoneOf(field?.source)] ?? expected.printed ?? expected.mrz)?.value ?? '',
      got: field?.value ?? null,
      source: field?.source ?? null,
      right,
      wrongButPassed: field !== undefined && !right && !doubted.has(name),
    };
  });
}

/** Values that the document does not have. */
function scoreMadeUp(sample: DocumentSample, record: DocumentRecord, doubted: ReadonlySet<string>): FieldScore[] {
  if (!sample.isTruthComplete) return [];
  return Object.entries(record.fields).flatMap(([key, { value, source }]) => {
    const name = key as DocumentFieldName; // As above.
    if (sample.fields[name] !== undefined) return [];
    return [{ name, expected: '', got: value, source, right: false, wrongButPassed: !doubted.has(name) }];
  });
}

/** The values of the visual zone alone, whichever zone the record prefers. */
function scoreVisual({ fields, input }: DocumentSample, result: StoredDocument, at: Date): VisualScore[] {
  const config = documentSchema.config.parse(sampleConfig);
  const { readings } = gatherEvidence({ config, input, result, at, earlier: [] });
  return Object.entries(fields).flatMap(([key, { printed }]): VisualScore[] => {
    if (printed === null) return [];
    const name = key as DocumentFieldName; // As above.
    const reading = readings.find((candidate) => candidate.name === name && candidate.source === 'visual');
    if (reading === undefined) return [{ name, expected: printed.value, got: null, right: false, byZone: false }];
    const { value, normalisedValue } = reading;
    const right = isRightText(printed, value) || isRightText(printed, normalisedValue ?? value);
    return [{ name, expected: printed.value, got: value, right, byZone: reading.isFoundByZone === true }];
  });
}

function zoneOf(source: 'mrz' | 'barcode' | 'visual' | undefined): 'mrz' | 'barcode' | 'printed' {
  return source === undefined || source === 'visual' ? 'printed' : source;
}
