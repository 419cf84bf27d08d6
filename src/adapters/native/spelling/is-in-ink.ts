import { hasMarksBelow, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import { startOfValue } from './agree-on-spelling.ts';
import { spacesOfSecondAlone } from './letter-places.ts';
import { cutColumns, hasOtherMarks } from './marks-above.ts';
import { hasOtherMarksBelow } from './marks-below.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { lineHeightPx, textOfWords, type LineCut, type SecondReading } from './second-reader.ts';
import { lightestOf, markedLettersOf } from './ink-alone.ts';
import { hasInkForMarks, hasTwoSigns, placeLetters } from './marks-of-letters.ts';
import { hasLostSpace, hasMadeUpSpace } from './word-gaps.ts';

/** A word's outer letters may reach this far beyond its place. Pixels of a line that is 36 high. */
const besideWordPx = 2;

/** A line as a second reader gets it, and the same turned by 180°, with room for the marks below its letters. */
export interface CutLine {
  upright: LineCut;
  upsideDown: LineCut;
}

/** What two readers read, from a column of the line on. */
interface ReadPart {
  first: string;
  text: string;
  second: Pick<SecondReading, 'text' | 'words'>;
  from: number;
}

/** Whether the ink does not contradict the marks and spaces of what two readers read. */
export function isInInk(part: ReadPart, cut: CutLine, languages: readonly ReadLanguage[]): boolean {
  const { first, text, second, from } = part;
  const { raster, box, pixels, widthPx } = cut.upright;
  const ink = [cutColumns(pixels, widthPx, from, widthPx), widthPx - from, lineHeightPx] as const;
  const finer = () => {
    return cutColumns(sampleQuad(raster, box, 2 * widthPx, 2 * lineHeightPx), 2 * widthPx, 2 * from, 2 * widthPx);
  };
  return !(
    hasOtherMarks(text, second.words, ...ink, finer) ||
    isOtherBelow(part, cut.upsideDown, languages) ||
    hasLostSpace(text, ...ink, from > 0 ? (second.words[0]?.middles?.[0] ?? null) : null) ||
    hasMadeUpSpace(second.words, spacesOfSecondAlone(first, second.text), ...ink) ||
    !areMarksInk(part, cut) ||
    !areSignsApart(part, cut.upright)
  );
}

/** Where the ends of a line begin, word by word, that the ink does not contradict. The longest one comes first. */
export function* endsInInk(
  { first, text, second }: ReadPart,
  cut: CutLine,
  languages: readonly ReadLanguage[],
): Generator<number> {
  for (let index = 1; index < second.words.length; index += 1) {
    const words = second.words.slice(index);
    const seen = textOfWords(words);
    const at = startOfLast(text, seen);
    const atInFirst = startOfLast(first, seen);
    if (at === null || atInFirst === null) continue;
    const end = partOfSecond(words, seen);
    if (isInInk({ first: first.slice(atInFirst), text: text.slice(at), ...end }, cut, languages)) yield at;
  }
}

/** Where the last letters and digits of a text begin, as many as these words have; null within a word. */
function startOfLast(text: string, words: string): number | null {
  const count = Array.from(words.matchAll(letterOrDigit)).length;
  const start = Array.from(text.matchAll(letterOrDigit)).at(-count)?.index;
  return start === undefined || start === 0 || /[\p{L}\p{N}]/u.test(text.charAt(start - 1)) ? null : start;
}

const letterOrDigit = /[\p{L}\p{N}]/gu;

/** Words of the second reading with their places from the column on where the first of them begins. */
export function partOfSecond(words: SecondReading['words'], text: string): Pick<ReadPart, 'second' | 'from'> {
  const from = Math.max(0, (words[0]?.from ?? 0) - besideWordPx);
  const placed = words.map((word) => ({
    ...word,
    from: word.from - from,
    to: word.to - from,
    middles: (word.middles ?? []).map((middle) => middle - from),
  }));
  return { second: { text, words: placed }, from };
}

/** Whether every mark has its own ink, in grey and where lines in colour are lighter than print. */
function areMarksInk({ text, second: { words }, from }: ReadPart, cut: CutLine): boolean {
  if (markedLettersOf(text) === '') return true;
  const { widthPx } = cut.upright;
  const above = placeLetters(words, { shift: from });
  const below = placeLetters(words, { shift: from, mirroredIn: widthPx });
  if (above === null || below === null) return false;
  const renderings = ({ raster, box, pixels }: LineCut) =>
    raster.lightest === undefined ? [pixels] : [pixels, sampleQuad(lightestOf(raster), box, widthPx, lineHeightPx)];
  return (
    renderings(cut.upright).every((line) => hasInkForMarks(above, 'above', line, widthPx)) &&
    renderings(cut.upsideDown).every((line) => hasInkForMarks(below, 'below', line, widthPx))
  );
}

/**
 * Whether each diaeresis and double acute is two signs at its letter. A roof and a piece of guilloche elsewhere are as many specks above a
 * line. In the line as its readers get it, two strokes may touch.
 */
function areSignsApart({ text, second: { words }, from }: ReadPart, { raster, box, widthPx }: LineCut): boolean {
  if (!Array.from(text.normalize('NFC')).some(hasTwoSigns)) return true;
  const doubled = words.map((word) => ({ ...word, middles: (word.middles ?? []).map((middle) => 2 * middle) }));
  const letters = placeLetters(doubled, { shift: 2 * from });
  return [raster, lightestOf(raster)].every((rendering) => {
    const line = sampleQuad(rendering, box, 2 * widthPx, 2 * lineHeightPx);
    return letters !== null && hasInkForMarks(letters, 'above', line, 2 * widthPx, true);
  });
}

/**
 * Capitals leave room below them, so that a mark there shows. In a language with such marks every line must show that it has no others. The
 * number of a field is in smaller print, which may be lower.
 */
function isOtherBelow(
  { text, second, from }: ReadPart,
  { pixels, widthPx }: LineCut,
  languages: readonly ReadLanguage[],
): boolean {
  const mustShow = languages.some(hasMarksBelow);
  if (!mustShow && /\p{Ll}/u.test(text)) return false;
  const start = startOfValue(text);
  const value = start > 0 ? second.words[1] : undefined;
  const shown = value === undefined ? text : text.slice(start);
  const width = widthPx - from - (value?.from ?? 0);
  return hasOtherMarksBelow(shown, cutColumns(pixels, widthPx, 0, width), width, lineHeightPx) ?? mustShow;
}
