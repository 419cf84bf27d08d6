import type { CodedCard } from '../../domain/barcodes/parse-card.ts';
import type { DocumentKind, DocumentSide } from '../../domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';
import type { DocumentType } from '../../domain/documents/document-type.ts';
import { oncePer, oncePerPair } from '../../domain/once-per.ts';
import { findLabels, labelsOf, type Label } from './visual/find-labels.ts';
import { findMarks } from './visual/find-marks.ts';
import type { PlacedLine } from './visual/page-layout.ts';

/** The input of the recognition. */
export interface KindTraces {
  /** The lines of each page. */
  pages: readonly (readonly PlacedLine[])[];
  /** What the machine-readable zone says about its document. */
  zone: { format: string; code: string; country: string | null; page: number } | null;
  barcode: { card: CodedCard; page: number } | null;
}

export interface RecognisedKind {
  /** Null: no kind of the catalogue matches, or none well enough. */
  kind: DocumentKind | null;
  /** Whether the evidence identifies the kind, and no kind of another type or country matches as well. */
  isCertain: boolean;
  /** Whether the print alone identifies the kind, whatever zone or barcode contain: then it also identifies the issuer. */
  isToldByPrint: boolean;
  /** The side on each page; null when unknown. */
  sides: (DocumentSide | null)[];
  /** Whether the zone is on a page with print of a side that has no zone: it is another document's, or somebody typed it there. */
  isZoneMisplaced: boolean;
}

/** The weight of each trace of a kind. A zone or barcode outweighs any number of words. */
const worth = { zone: 6, zoneOfCountry: 2, barcode: 10, mark: 2, label: 0.4, misplaced: 1 };
const mostMarks = 3;
const mostLabels = 10;
/** A country's zone supports one of its kinds from this many of the kind's labels, or one of its marks. */
const fewestLabelsOfCountry = 2;
/** With a rival this close, the kind stays open. */
const closeRival = 1;

interface Fit {
  kind: DocumentKind;
  score: number;
  isEnough: boolean;
  /** Whether a zone, a barcode or more than one of its marks identifies it: many countries share one title. */
  isTold: boolean;
  hasEnoughWords: boolean;
}

/**
 * Which kind of the catalogue is it? Evidence: the zone's format, code and issuer, the barcode's data, printed marks and labels. The
 * person's claim (`claim`) only chooses between kinds of one type that match equally well.
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
    const sides = traces.pages.map(() => null);
    return { kind: null, isCertain: false, isToldByPrint: false, sides, isZoneMisplaced: false };
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
    isZoneMisplaced: isZoneElsewhere(best.kind, traces) || isZoneByOtherMarks(best.kind, traces),
  };
}

/** Whether the print indicates another kind, which zone or barcode exclude: the evidence contradicts itself. */
function isContradicted(best: DocumentKind, traces: KindTraces): boolean {
  if (traces.zone === null && traces.barcode === null) return false;
  if (traces.barcode !== null && isTitledAsTwin(best, traces)) return true;
  const own = printScoreOf(best, traces);
  return documentKinds.some((kind) => {
    if (kind === best || kind.country === null || fitOf(kind, traces) !== null) return false;
    const { marks, score } = printScoreOf(kind, traces);
    return marks > 1 && score > own.score + closeRival;
  });
}

/**
 * Whether the front has the title of another card with the same barcode and fields, and not its own: an identification card whose barcode is a
 * driving licence's. Anyone can print a barcode. The backs of both cards have the same words.
 */
function isTitledAsTwin(best: DocumentKind, { pages }: KindTraces): boolean {
  const titlesOn = (titles: readonly string[]) => pages.flatMap((lines) => findMarks(titles, lines));
  const own = best.marks.front ?? [];
  const twins = documentKinds.filter(
    ({ type, country, barcodes }) =>
      type !== best.type &&
      country === best.country &&
      barcodes.some(({ standard }) => standard !== null && standard === best.barcodes[0]?.standard),
  );
  return twins.some((twin) => {
    const others = twin.marks.front ?? [];
    const isOwn = titlesOn(own.filter((title) => !others.includes(title))).length > 0;
    return !isOwn && titlesOn(others.filter((title) => !own.includes(title))).length > 0;
  });
}

/** The print's evidence for a kind. */
function printScoreOf(kind: DocumentKind, { pages }: KindTraces): { marks: number; score: number } {
  const marks = kind.sides.flatMap((side) => pages.flatMap((lines) => findMarks(kind.marks[side] ?? [], lines)));
  const count = new Set(marks).size;
  const labels = count > 1 ? countLabels(kind, pages) : 0;
  return {
    marks: count,
    score: Math.min(count, mostMarks) * worth.mark + Math.min(labels, mostLabels) * worth.label,
  };
}

/** Kinds of one type, where one of them is for any country or both are for the same one. */
export function isLike(one: DocumentKind, other: DocumentKind): boolean {
  const isSameCountry = one.country === null || other.country === null || one.country === other.country;
  return one.type === other.type && isSameCountry;
}

function claimed(kind: DocumentKind, { documentType, country, subtype }: Parameters<typeof recogniseKind>[1]): number {
  return [kind.type === documentType, kind.country === country, kind.subtype === subtype].filter(Boolean).length;
}

/** Null: a trace excludes the kind. */
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
  // Many kinds share labels, so they count only when something else already supports the kind.
  const labels = isTold || marks > 0 ? countLabels(kind, traces.pages) : 0;
  // Countries use one zone for several kinds of card: without evidence from the print, it is the kind for any country.
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
  if (isCodeOfNoCard(zone)) return false;
  if (mrz.codes.includes(zone.code) && zone.code.length === 2) return true;
  if (ownCodes.has(zone.code) || !mrz.codes.includes(zone.code.charAt(0))) return false;
  return !hasOwnCode(kind) || pages.some((lines) => findMarks(titlesOf(kind), lines).length > 0);
}

/**
 * Codes that begin like those of cards and belong to none (ICAO 9303 part 5, section 4.2.2.2): AC is for crew member certificates, and V is not
 * allowed as the second character.
 */
function isCodeOfNoCard({ format, code }: NonNullable<KindTraces['zone']>): boolean {
  return (format === 'TD1' || format === 'TD2') && (code === 'AC' || code.endsWith('V'));
}

/** Whether a code of the zone or a title identifies this kind, and no kind that shares its zone. */
function hasOwnCode({ mrz }: DocumentKind): boolean {
  return mrz?.codes.some((code) => code.length === 2) === true;
}

/** Codes of two letters that identify the kind by themselves. */
const ownCodes: ReadonlySet<string> = new Set(
  documentKinds.flatMap(({ mrz }) => (mrz?.codes ?? []).filter((code) => code.length === 2)),
);

function titlesOf({ marks }: DocumentKind): string[] {
  return Object.values(marks).flat();
}

/** Whether the page with the zone shows a side other than the one that has the kind's zone. */
function isZoneElsewhere(kind: DocumentKind, { pages, zone }: KindTraces): boolean {
  const lines = pages[zone?.page ?? -1];
  if (lines === undefined || kind.country === null || kind.mrz === null) return false;
  const { side: zoneSide } = kind.mrz;
  const own = sideScore(kind, zoneSide, lines);
  return kind.sides.some((side) => side !== zoneSide && sideScore(kind, side, lines) > own);
}

/** Whether the page with the zone has a mark of a side without it, which no side with a zone prints. */
function isZoneByOtherMarks({ country, mrz, marks, sides }: DocumentKind, { pages, zone }: KindTraces): boolean {
  const lines = pages[zone?.page ?? -1];
  if (lines === undefined || country === null || mrz === null) return false;
  return sides.some((side) => side !== mrz.side && findMarks(marks[side] ?? [], lines).length > 0);
}

/** The share of a side's print on a page. */
function sideScore(kind: DocumentKind, side: DocumentSide, lines: readonly PlacedLine[]): number {
  const labels = countLabels(sideOnly(kind, side), [lines]);
  return findMarks(kind.marks[side] ?? [], lines).length * 2 + labels;
}

/** The kind with the fields of one side, the same object for each call. */
function sideOnly(kind: DocumentKind, side: DocumentSide): DocumentKind {
  return sidesOf(kind)[side];
}

const sidesOf = oncePer((kind: DocumentKind): Readonly<Record<DocumentSide, DocumentKind>> => {
  const only = (side: DocumentSide) => ({ ...kind, fields: kind.fields.filter((field) => field.side === side) });
  return { front: only('front'), back: only('back') };
});

function hasBarcode({ barcodes, type, country }: DocumentKind, card: CodedCard): boolean {
  return barcodes.some(({ standard }) => standard === card.standard) && type === card.card && country === card.country;
}

function countLabels(kind: DocumentKind, pages: KindTraces['pages']): number {
  return new Set(pages.flatMap((lines) => [...labelledOn(lines, kind)])).size;
}

/**
 * The fields of a kind whose labels are on a page. A page is compared with each kind several times: with the kind, with each of its sides,
 * and to find a contradiction.
 */
const labelledOn = oncePerPair(
  (lines: readonly PlacedLine[], kind: DocumentKind): ReadonlySet<string> =>
    new Set(labelNamesOf(lines, labelsOf(kind))),
);

function labelNamesOf(lines: readonly PlacedLine[], labels: readonly Label[]): string[] {
  const findings = lines.flatMap(({ squeezed }) => findLabels(squeezed, labels));
  return findings.flatMap(({ fields }) => fields.map(({ name }) => name));
}

/**
 * The side that a page shows: the one with clearly more of its marks, labels and zones. A kind for any country says too little about its
 * sides.
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
