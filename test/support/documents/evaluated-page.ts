import type { MrzZone, PageReading, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { exampleId } from '../../../src/steps/value-schemas.ts';
import { ownPaper } from './own-paper.ts';

/** One below the other, as on the page. */
const rowBox = (row: number) =>
  [
    [400, 60 * row],
    [800, 60 * row],
    [800, 60 * row + 30],
    [400, 60 * row + 30],
  ] as const;
/** Below all print. */
const zoneBox = [
  [0, 800],
  [1250, 800],
  [1250, 880],
  [0, 880],
] as const;
export const today = new Date('2026-03-01T12:00:00.000Z');
// The specimen of ICAO 9303 part 4, appendix B, with an expiry in 2032 (its digits recomputed).
export const names = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
export const data = 'L898902C36UTO7408122F3204153ZE184226B<<<<<16';
export const expired = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

export const wholePrint: readonly string[] = [
  ...['PASSPORT', 'UTOPIA', 'L898902C3', 'ERIKSSON', 'ANNA MARIA'],
  ...['UTOPIAN', 'F', '12 AUG 1974', '15 APR 2032'],
];

export interface Page {
  lines?: readonly string[];
  second?: readonly string[] | null;
  confidence?: number;
  printed?: readonly string[];
}

function zoneOf({ lines = [names, data], second, confidence = 0.97 }: Page): MrzZone {
  const candidate = (texts: readonly string[]) => ({
    lines: texts,
    confidences: texts.map((text) => Array.from(text, () => confidence)),
  });
  return {
    format: 'TD3',
    first: candidate(lines),
    second: second === null ? null : candidate(second ?? lines),
    box: zoneBox,
  };
}

/** What a reader finds on the page of a passport; for null, the same page without a zone. */
export function readingOf(page: Page | null): PageReading {
  const printed = page?.printed ?? wholePrint;
  return {
    widthPx: 1250,
    heightPx: 880,
    turnDegrees: 0,
    lines: printed.map((text, row): TextLine => ({ text, confidence: 0.98, box: rowBox(row) })),
    mrz: page && zoneOf(page),
    barcodes: [],
    signals: ownPaper,
    pageNumber: 1,
    source: 'picture',
    textLayer: false,
    spelledIn: ['por', 'spa'],
    portrait: null,
    models: [],
    totalMs: 900,
    recogniserMs: 800,
  };
}

/** The step's result for that page. */
export function evaluate(page: Page | null, config: Record<string, unknown> = {}, input: Record<string, unknown> = {}) {
  const result = {
    pages: [{ mediaId: exampleId('media'), kind: 'document-front', codes: [], fault: null, reading: readingOf(page) }],
    durationMs: 900,
  };
  const { retakeCodes, outcome } = documentStep.evaluate({
    config: { accept: [{ type: 'passport' }, { type: 'national-id' }], ...config },
    input: { documentType: 'passport', ...input },
    stored: { kind: 'done', result },
    at: today,
    earlier: [],
  });
  // Of a check with several findings, the first.
  const codes = Object.fromEntries(outcome.checks.toReversed().map((check) => [check.id, check.code ?? check.outcome]));
  return { retakeCodes, outcome, codes };
}
