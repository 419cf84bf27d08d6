import { otsuThreshold } from '../rasters/otsu-threshold.ts';
import { quadWidth, withoutStart } from '../rasters/quad.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { LineCut, SecondReading } from './second-reader.ts';
import { tallestRun } from './tallest-run.ts';

/** Labels and field numbers are printed smaller than values: as a share of the height of the value's letters. */
const mostOfHeight = 0.82;
/** Between a label and its value there is more paper than between two words; a share of the line's height. */
const leastGap = 0.35;
/** Fewer letters do not show how high the value is. */
const fewestLetters = 3;
const mostLettersOfEnd = 2;
/** The ink of a letter begins at most this far from its middle, as a share of the line's height. */
const halfLetter = 0.25;

/**
 * The box of a value without the end of the label or field number before it, of which a detector's box may have a piece (`l` of `Registro
 * Geral`, `.` of `1.`): what the second reader saw there is one short word in smaller print, far from the value. Or it saw nothing in such
 * print, which begins outside the cut line and so belongs to another line. Null where there is none. A letter of the value is as high as its
 * others.
 */
export function boxBehindLabelEnd({ words }: SecondReading, cut: LineCut, box: Quad): Quad | null {
  const [end] = words;
  const behindWord = end === undefined || lettersOf(end.text) > mostLettersOfEnd ? [] : words.slice(1);
  return boxOfValue(behindWord, cut, box) ?? (beginsOutside(cut) ? boxOfValue(words, cut, box) : null);
}

/** The box of these words, if smaller print is far before them. */
function boxOfValue(words: SecondReading['words'], { box: cutBox, pixels, widthPx }: LineCut, box: Quad): Quad | null {
  const [value] = words;
  const middles = words.flatMap((word) => word.middles ?? []);
  const limit = otsuThreshold(pixels);
  if (value === undefined || limit === null || middles.length < fewestLetters) return null;
  const heightPx = pixels.length / widthPx;
  const half = halfLetter * heightPx;
  const heights = middles.map((at) => tallestRun(pixels, widthPx, [at - half, at + half], limit).length);
  const start = startOfInk(pixels, widthPx, { from: Math.floor(value.from), level: limit });
  const gapFrom = lastInkBefore(pixels, widthPx, { from: start, level: limit });
  if (start - gapFrom < leastGap * heightPx) return null;
  const height = tallestRun(pixels, widthPx, [0, gapFrom], limit).length;
  if (height > mostOfHeight * middleOf(heights)) return null;
  return fromShare(box, cutBox, start / widthPx);
}

/** Whether ink is cut by the left edge. */
function beginsOutside({ pixels, widthPx }: LineCut): boolean {
  const limit = otsuThreshold(pixels);
  return limit !== null && hasInk(pixels, widthPx, 0, limit);
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

interface Search {
  from: number;
  level: number;
}

/** The first column with ink from here on. */
function startOfInk(line: Float32Array, widthPx: number, { from, level }: Search): number {
  let column = Math.max(0, from);
  while (column < widthPx && !hasInk(line, widthPx, column, level)) column++;
  // A letter may begin before its place.
  while (column > 0 && hasInk(line, widthPx, column - 1, level)) column--;
  return column;
}

/** Behind the last column with ink before this one; 0 without any. */
function lastInkBefore(line: Float32Array, widthPx: number, { from, level }: Search): number {
  let column = from;
  while (column > 0 && !hasInk(line, widthPx, column - 1, level)) column--;
  return column;
}

function hasInk(line: Float32Array, widthPx: number, column: number, level: number): boolean {
  for (let at = column; at < line.length; at += widthPx) if ((line[at] ?? 255) < level) return true;
  return false;
}

/** The box from this share of the cut line on. */
function fromShare(box: Quad, cutBox: Quad, share: number): Quad {
  const margin = (quadWidth(cutBox) - quadWidth(box)) / 2;
  return withoutStart(box, Math.max(0, share * quadWidth(cutBox) - margin));
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
