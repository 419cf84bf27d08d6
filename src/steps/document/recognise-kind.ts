import type { AamvaCard } from '../../domain/aamva/parse-aamva.ts';
import type { DocumentKind, DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';
import type { DocumentType } from '../../domain/documents/document-type.ts';
import { findLabels, listLabels } from './visual/find-labels.ts';
import { findMarks } from './visual/find-marks.ts';
import type { PlacedLine } from './visual/page-layout.ts';

/** What the recognition looks at. */
export interface KindTraces {
  /** The lines of each page. */
  pages: readonly (readonly PlacedLine[])[];
  /** What the machine-readable zone says of its document. */
  zone: { format: string; code: string; country: string | null; page: number } | null;
  barcode: { card: AamvaCard; page: number } | null;
}

export interface RecognisedKind {
  /** Null: no kind of the catalogue fits, or none well enough. */
  kind: DocumentKind | null;
  /** Whether the evidence says which kind it is, and no kind of another type or country fits as well. */
  isCertain: boolean;
  /** Whether the print alone says what it is, whatever zone or barcode say: then it says whose document it is, too. */
  isToldByPrint: boolean;
  /** The side that each page shows; null where that cannot be told. */
  sides: (DocumentSide | null)[];
}

/** What each trace of a kind counts. A zone or barcode that says so is stronger than any number of words. */
const worth = { zone: 6, zoneOfCountry: 2, barcode: 10, mark: 2, label: 0.4, misplaced: 1 };
const mostMarks = 3;
const mostLabels = 10;
/** A zone of a country speaks for one of its kinds from so many of that kind's labels on, or one of its marks. */
const fewestLabelsOfCountry = 2;
/** A rival this close leaves it open which of the two it is. */
const closeRival = 1;

interface Fit {
  kind: DocumentKind;
  score: number;
  isEnough: boolean;
  /** Whether a zone, a barcode or more than one of its marks says so: many countries share one title. */
  isTold: boolean;
  hasEnoughWords: boolean;
}

/**
 * Which kind of the catalogue is it? By the zone's format, code and issuer, the barcode's own word, printed marks and labels. What
 * the person said (`claim`) only chooses among kinds of one type that fit equally well.
 */
export function recogniseKind(
  traces: KindTraces,
  claim: { documentType: DocumentType; country?: string | undefined; subtype?: string | undefined },
): RecognisedKind {
  const fits = documentKinds
    .flatMap((kind) => fitOf(kind, traces) ?? [])
    .filter(({ isEnough }) => isEnough)
    .sort((one, other) => other.score - one.score || claimed(other.kind, claim) - claimed(one.kind, claim));
  const [best] = fits;
  if (best === undefined) {
    return { kind: null, isCertain: false, isToldByPrint: false, sides: traces.pages.map(() => null) };
  }
  const isCertain =
    best.isTold &&
    fits.every(({ kind, score }) => isLike(kind, best.kind) || best.score - score > closeRival) &&
    !isContradicted(best.kind, traces);
  return {
    kind: best.kind,
    isCertain,
    isToldByPrint: best.hasEnoughWords,
    sides: traces.pages.map((_, page) => sideOf(best.kind, page, traces)),
  };
}

/** Whether the print says that it is another kind, which zone or barcode rule out: the evidence contradicts itself. */
function isContradicted(best: DocumentKind, traces: KindTraces): boolean {
  if (traces.zone === null && traces.barcode === null) return false;
  const own = printScoreOf(best, traces);
  return documentKinds.some((kind) => {
    if (kind === best || kind.country === null || fitOf(kind, traces) !== null) return false;
    const { marks, score } = printScoreOf(kind, traces);
    return marks > 1 && score > own.score + closeRival;
  });
}

/** What the print alone says for a kind. */
function printScoreOf(kind: DocumentKind, { pages }: KindTraces): { marks: number; score: number } {
  const marks = kind.sides.flatMap((side) => pages.flatMap((lines) => findMarks(kind.marks[side] ?? [], lines)));
  const count = new Set(marks).size;
  const labels = count > 1 ? countLabels(kind, pages) : 0;
  return {
    marks: count,
    score: Math.min(count, mostMarks) * worth.mark + Math.min(labels, mostLabels) * worth.label,
  };
}

/** Kinds of one type, where one of them is of any country or both are of the same. */
function isLike(one: DocumentKind, other: DocumentKind): boolean {
  const isSameCountry = one.country === null || other.country === null || one.country === other.country;
  return one.type === other.type && isSameCountry;
}

function claimed(kind: DocumentKind, { documentType, country, subtype }: Parameters<typeof recogniseKind>[1]): number {
  return [kind.type === documentType, kind.country === country, kind.subtype === subtype].filter(Boolean).length;
}

/** Null: a trace speaks against the kind. */
function fitOf(kind: DocumentKind, traces: KindTraces): Fit | null {
  const { zone, barcode } = traces;
  if (zone !== null && !hasZone(kind, zone, traces)) return null;
  if (barcode !== null && !hasBarcode(kind, barcode.card)) return null;
  const zoneScore =
    zone === null
      ? 0
      : worth.zone +
        (kind.country === null && !hasOwnCode(kind) ? 0 : worth.zoneOfCountry) -
        (isZoneElsewhere(kind, traces) ? worth.misplaced : 0);
  const barcodeScore = barcode === null ? 0 : worth.barcode;
  const sides = kind.sides.map((side) => traces.pages.map((lines) => findMarks(kind.marks[side] ?? [], lines)));
  const marks = new Set(sides.flat(2)).size;
  const isTold = zoneScore + barcodeScore > 0;
  // Labels alone are common property: they are only counted where something has already spoken for the kind.
  const labels = isTold || marks > 0 ? countLabels(kind, traces.pages) : 0;
  // Countries put several kinds of card under one zone: without a word of its print, it is the kind for any country.
  if (kind.country !== null && zone !== null && marks === 0 && labels < fewestLabelsOfCountry) return null;
  const required = kind.fields.filter((field) => field.required && field.place !== 'anywhere').length;
  const hasEnoughWords = marks >= 2 ? labels >= 2 : marks === 1 && labels >= Math.max(3, required * 0.6);
  return {
    kind,
    score:
      zoneScore + barcodeScore + Math.min(marks, mostMarks) * worth.mark + Math.min(labels, mostLabels) * worth.label,
    isEnough: isTold || hasEnoughWords,
    isTold: isTold || marks >= 2 || kind.type === 'proof-of-residency',
    hasEnoughWords,
  };
}

function hasZone(kind: DocumentKind, zone: NonNullable<KindTraces['zone']>, { pages }: KindTraces): boolean {
  const { mrz, country } = kind;
  if (!mrz?.formats.some((format) => format === zone.format)) return false;
  if (country !== null && country !== zone.country) return false;
  if (mrz.codes.includes(zone.code) && zone.code.length === 2) return true;
  if (ownCodes.has(zone.code) || !mrz.codes.includes(zone.code.charAt(0))) return false;
  return !hasOwnCode(kind) || pages.some((lines) => findMarks(titlesOf(kind), lines).length > 0);
}

/** Whether a code of the zone or a title says that it is this kind, and none that shares its zone. */
function hasOwnCode({ mrz }: DocumentKind): boolean {
  return mrz?.codes.some((code) => code.length === 2) === true;
}

/** Codes of two letters that say the kind by themselves. */
const ownCodes: ReadonlySet<string> = new Set(
  documentKinds.flatMap(({ mrz }) => (mrz?.codes ?? []).filter((code) => code.length === 2)),
);

function titlesOf({ marks }: DocumentKind): string[] {
  return Object.values(marks).flat();
}

/** Whether the page with the zone shows another side than the kind's zone is on. */
function isZoneElsewhere(kind: DocumentKind, { pages, zone }: KindTraces): boolean {
  const lines = pages[zone?.page ?? -1];
  if (lines === undefined || kind.country === null || kind.mrz === null) return false;
  const { side: zoneSide } = kind.mrz;
  const own = sideScore(kind, zoneSide, lines);
  return kind.sides.some((side) => side !== zoneSide && sideScore(kind, side, lines) > own);
}

/** How much of the print of a side stands on a page. */
function sideScore(kind: DocumentKind, side: DocumentSide, lines: readonly PlacedLine[]): number {
  const labels = countLabels({ ...kind, fields: kind.fields.filter((field) => field.side === side) }, [lines]);
  return findMarks(kind.marks[side] ?? [], lines).length * 2 + labels;
}

function hasBarcode({ barcodes, type, country }: DocumentKind, card: AamvaCard): boolean {
  return barcodes.some(({ standard }) => standard === 'aamva') && type === card.card && country === card.country;
}

function countLabels(kind: DocumentKind, pages: KindTraces['pages']): number {
  const labels = listLabels(kind);
  const found = pages.flatMap((lines) =>
    lines.flatMap(({ squeezed }) =>
      findLabels(squeezed, labels).flatMap(({ fields }) => fields.map(({ name }) => name)),
    ),
  );
  return new Set(found).size;
}

/**
 * The side that a page shows: the one with clearly more of its marks, labels and zones. A kind for any country says too little of
 * what is where.
 */
function sideOf(kind: DocumentKind, page: number, { pages, zone, barcode }: KindTraces): DocumentSide | null {
  if (kind.country === null) return null;
  const lines = pages[page] ?? [];
  const scores = kind.sides.map((side) => {
    const hasZoneHere = zone?.page === page && kind.mrz?.side === side;
    const hasCode =
      barcode?.page === page && kind.barcodes.some((code) => code.side === side && code.standard !== null);
    return { side, score: sideScore(kind, side, lines) + (hasZoneHere ? 4 : 0) + (hasCode ? 6 : 0) };
  });
  const [best, second] = scores.sort((one, other) => other.score - one.score);
  if (best === undefined || best.score < 3) return null;
  return second === undefined || best.score >= 2 * second.score ? best.side : null;
}
