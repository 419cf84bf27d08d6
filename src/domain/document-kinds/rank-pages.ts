import { documentKinds } from './index.ts';

/** A page of a file: the lines of text that the file carries for it, empty where the page is a picture. */
export interface RankedPage {
  lines: readonly string[];
}

/** Longer lines are running text: terms use every word that a bill uses. */
const longestLabelledLine = 60;
const datePattern = /\b(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2} \p{L}{3,10}\.? \d{4})\b/u;
const amountPattern = /\b\d+[.,]\d{2}\b/;
/** A page whose text cannot be known yet comes before one that is known to say little. */
const scoreOfPicture = 2;

/**
 * The indexes of a file's pages, the likeliest to be the document first. A page counts for each label of the catalogue's fields
 * that a short line starts with, and for dates and amounts. It only says which page to read first: what a page says is for its reading.
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
