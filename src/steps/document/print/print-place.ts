import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { usualFormOf, type DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { oncePerPair } from '../../../domain/once-per.ts';
import { heightOf, type PlacedLine } from '../visual/page-layout.ts';
import { isTitleAlone } from './explain-lines.ts';
import { findDate } from './find-date.ts';
import { isNumberPrinted } from './find-number.ts';
import type { MachineWord } from './machine-word.ts';
import { areFarApart, isWithin } from './page-frame.ts';
import { dateSearchOf, type PrintSearch } from './print-search.ts';

/** In heights of a line above the highest title: numbers are on its row. */
const farthestAboveTitle = 1.5;

/**
 * Whether every line that repeats a number or date is outside the document: outside the data page where the zone is on it, and otherwise
 * too far from the titles and the names for one card.
 */
export function isPrintedElsewhere(
  { name, meaning }: MachineWord,
  names: readonly PlacedLine[],
  search: PrintSearch,
): boolean {
  const saying = linesSaying(name, meaning, search);
  return saying.length > 0 && !saying.some((line) => isOnDocument(line, names, search));
}

/** Whether a line is on the document, as far as its zone or its titles and names tell where the document is. */
export function isOnDocument(line: PlacedLine, names: readonly PlacedLine[], { pages, kind }: PrintSearch): boolean {
  const page = pages.find(({ lines }) => lines.includes(line));
  if (page === undefined) return false;
  if (page.frame != null) return isWithin(line, page.frame);
  const titles = kind === null ? [] : titlesAmong(page.lines, kind);
  // The lower of the two: a forger prints his own line as high as he likes.
  const isAbove = (title: PlacedLine) =>
    title.top - line.bottom > farthestAboveTitle * Math.min(heightOf(title), heightOf(line));
  const isAboveTitles = titles.length > 0 && titles.every(isAbove);
  const anchors = [...titles, ...names.filter((name) => page.lines.includes(name))];
  return !isAboveTitles && !anchors.some((anchor) => areFarApart(line, anchor));
}

const titlesAmong = oncePerPair((lines: readonly PlacedLine[], kind: DocumentKind): readonly PlacedLine[] =>
  lines.filter((line) => isTitleAlone(line, kind)),
);

/** Every line that repeats a number or a date, labelled or not. */
export function linesSaying(name: DocumentFieldName, meaning: string, search: PrintSearch): PlacedLine[] {
  const { lines, visual, kind } = search;
  const labelled = visual.filter((value) => value.field.name === name && value.normalisedValue === meaning);
  const found =
    usualFormOf(name) === 'date'
      ? lines.filter((line) => findDate(meaning, [line], dateSearchOf(search)) !== null)
      : lines.filter((line) => isNumberPrinted(meaning, [line.text], kind));
  return [...new Set([...found, ...labelled.flatMap((value) => value.lines)])];
}
