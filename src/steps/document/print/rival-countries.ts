import { countriesCalled, countriesWithin } from '../../../domain/country-words/find-countries.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../domain/document-kinds/index.ts';
import { findLabels, labelsOf, type Label } from '../visual/find-labels.ts';
import { heightOf, type PlacedLine } from '../visual/page-layout.ts';
import { isWholeTitle } from './explain-lines.ts';
import { languagesOf } from './find-country.ts';
import type { MachineWord } from './machine-word.ts';
import { middleOf } from './name-place.ts';
import { linesFor, type PrintSearch } from './print-search.ts';
import { partsOfTitles } from './state-titles.ts';

/** Fields whose values may name another country than the issuer and the nationality. */
const ofPlaces: readonly DocumentFieldName[] = ['placeOfBirth', 'placeOfIssue', 'issuingAuthority', 'address'];
/** Territories whose documents name the state to which they belong, and by which states their documents name them. */
const states: Readonly<Partial<Record<string, string>>> = {
  HK: 'CN',
  MO: 'CN',
  TW: 'CN',
  AW: 'NL',
  CW: 'NL',
  SX: 'NL',
  FO: 'DK',
  GL: 'DK',
  AX: 'FI',
  AS: 'US',
  GU: 'US',
  MP: 'US',
  PR: 'US',
  VI: 'US',
  CK: 'NZ',
  NU: 'NZ',
  TK: 'NZ',
  AI: 'GB',
  BM: 'GB',
  FK: 'GB',
  GG: 'GB',
  GI: 'GB',
  IM: 'GB',
  JE: 'GB',
  KY: 'GB',
  MS: 'GB',
  SH: 'GB',
  TC: 'GB',
  VG: 'GB',
};
/** Issuers that are no state, whose documents name states, and unions that cards of their members name. */
const noStates: readonly string[] = ['EUE', 'UNA', 'UNO', 'XOM', 'XPO', 'XXA', 'XXB', 'XXC'];
/** A line read with less confidence is ignored. */
const sureLine = 0.65;
/** In heights of a line, between a label and the value below it. */
const nextLine = 1.5;

/**
 * Whether the print names another country than the zone. No check digit covers the issuer or the nationality, so a forger can type both
 * again, and add the name of the new country to the page: the true title, or the true nationality, stays in view. Kinds of one country
 * have its marks instead.
 */
export function hasRivalCountry(
  name: 'issuingState' | 'nationality',
  words: readonly MachineWord[],
  names: readonly PlacedLine[],
  search: PrintSearch,
): boolean {
  const { kind } = search;
  if (kind?.country !== null) return false;
  const meaningOf = (field: DocumentFieldName) => words.find((word) => word.name === field)?.meaning;
  const [issuer, nationality] = [meaningOf('issuingState'), meaningOf('nationality')];
  const both = [issuer, nationality].filter((country) => country !== undefined);
  if (both.length === 0 || both.some((country) => noStates.includes(country))) return false;
  const languages = both.flatMap((country) => languagesOf(country, kind));
  const isOther = (called: ReadonlySet<string>, told: readonly (string | undefined)[]) =>
    called.size > 0 && ![...called].some((country) => noStates.includes(country) || isOneState(country, told));
  const above = titlesAbove(names, search);
  // `INDEPENDENT STATE OF PAPUA` and `NEW GUINEA` are one title, which does not name Guinea.
  const own = partsOfTitles(above, (text) => isWholeTitle(text, { ...search, words }));
  const titles = above.filter((line) => !own.has(line));
  if (name === 'issuingState') return titles.some(({ text }) => isOther(countriesWithin(text, languages), [issuer]));
  const ownPages = new Set(names.map(({ page }) => page));
  const lines = linesFor('nationality', search).filter(
    (line) => line.confidence >= sureLine && ![...above, ...names].includes(line) && !isBelowPlaceLabel(line, search),
  );
  return lines.some(({ text, page }) => {
    // The issuer is named in the titles, and again on some backs.
    const told = ownPages.has(page) ? [nationality] : both;
    return text.split('/').some((part) => isOther(countriesCalled(part.trim(), languages), told));
  });
}

function isOneState(country: string, told: readonly (string | undefined)[]): boolean {
  const stateOf = (code: string) => states[code] ?? code;
  return told.some((own) => own !== undefined && stateOf(own) === stateOf(country));
}

/** The lines above the names, where documents have their titles. Visas have the place of issue there, too. */
function titlesAbove(names: readonly PlacedLine[], { pages, kind, visual }: PrintSearch): PlacedLine[] {
  const placesAbove = new Set(
    visual.flatMap(({ field, lines }) =>
      ofPlaces.includes(field.name) && isBeforeNames(field.name, kind) ? lines : [],
    ),
  );
  return pages.flatMap(({ lines }) => {
    const own = names.filter((line) => lines.includes(line));
    const top = Math.min(...own.map(middleOf));
    return lines.filter(
      (line) => line.confidence >= sureLine && middleOf(line) < top && !own.includes(line) && !placesAbove.has(line),
    );
  });
}

function isBeforeNames(name: DocumentFieldName, kind: DocumentKind | null): boolean {
  const [own, family] = [name, 'familyNames'].map((wanted) => kind?.fields.findIndex((field) => field.name === wanted));
  return own !== undefined && family !== undefined && own >= 0 && own < family;
}

/** Whether a label of a place is on the line or right above it. Kinds for any country do not list all of their labels. */
function isBelowPlaceLabel(line: PlacedLine, { lines }: PrintSearch): boolean {
  const isAbove = (other: PlacedLine) =>
    other.page === line.page &&
    other.bottom <= middleOf(line) &&
    line.top - other.bottom < nextLine * heightOf(line) &&
    other.left < line.right &&
    other.right > line.left;
  return lines.some((other) => (other === line || isAbove(other)) && isPlaceLabel(other));
}

function isPlaceLabel({ squeezed }: PlacedLine): boolean {
  labelsOfPlaces ??= documentKinds.flatMap((kind) =>
    labelsOf(kind).filter(({ fields }) => fields.some(({ name }) => ofPlaces.includes(name))),
  );
  return findLabels(squeezed, labelsOfPlaces).length > 0;
}

let labelsOfPlaces: readonly Label[] | undefined;
