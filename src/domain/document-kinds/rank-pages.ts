import { documentKinds } from './index.ts';

/** A page of a file: the lines of text that the file contains for it; empty when the page is a picture. */
export interface RankedPage {
  lines: readonly string[];
}

/** Longer lines are running text. Terms and conditions use every word that a bill uses. */
const longestLabelledLine = 60;
const datePattern = /\b(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2} \p{L}{3,10}\.? \d{4})\b/u;
const amountPattern = /\b\d+[.,]\d{2}\b/;
/** A page whose text is not known yet comes before a page that is known to say little. */
const scoreOfPicture = 2;

/**
 * The indexes of a file's pages, with the page that is most likely to be the document first. Counts the labels of the catalogue's fields
 * with which short lines start, and dates and amounts. The order only decides which page is read first.
 */
export function rankPages(pages: readonly RankedPage[]): number[] {
  const scores = pages.map(({ lines }) => (lines.length === 0 ? scoreOfPicture : scoreOf(lines)));
  return pages.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function scoreOf(lines: readonly string[]): number {
  const short = lines.filter((line) => line.length <= longestLabelledLine);
  const folded = short.map(fold);
  const labelled = [...labels].filter((label) => folded.some((line) => line.startsWith(label)));
  const has = (pattern: RegExp) => (short.some((line) => pattern.test(line)) ? 1 : 0);
  return labelled.length + has(datePattern) + has(amountPattern);
}

const shortestLabel = 4;
const labels = new Set(
  documentKinds
    .flatMap(({ fields }) => fields.flatMap((field) => field.labels))
    .map(fold)
    .filter((label) => label.length >= shortestLabel),
);

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
