import { hasMarksBelow, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { agreeOnSpelling, spacesOfSecondAlone } from './agree-on-spelling.ts';
import { cutColumns, hasOtherMarks } from './marks-above.ts';
import { hasOtherMarksBelow } from './marks-below.ts';
import { lineHeightPx, type LineCut, type SecondReader, type SecondReading } from './second-reader.ts';
import { hasLostSpace, hasMadeUpSpace } from './word-gaps.ts';

/**
 * A line as two readings spell it, and whether they saw the same letters; `agreed` is absent where no second one was asked. `agreedFrom`: they
 * saw the same letters from this place of the text on.
 */
export interface SpelledLine {
  text: string;
  agreed?: boolean;
  agreedFrom?: number;
}

export interface LineSpeller {
  /**
   * The text of a line with its marks and spaces, as far as a second reading in these languages agrees with the first. Never rejects:
   * without a second reading the first stays. A line of digits is read again where the first reader is not sure of it.
   */
  spell(
    raster: Raster,
    line: { text: string; box: Quad; confidence?: number },
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SpelledLine>;
}

/** A word's outer letters may reach this far beyond its place. Pixels of a line that is 36 high. */
const besideWordPx = 2;
const widestLinePx = 1600;
/** Shares of the line's height: marks above capitals lie outside the detected box. */
const margins = { above: 0.3, below: 0.1, beside: 0.2 };

/** A line as a second reader gets it, and the same turned by 180°, with room for the marks below its letters. */
interface CutLine {
  upright: LineCut;
  upsideDown: LineCut;
}

/** `readers`: the next one is asked where the one before it does not agree with the first reading of the line. */
export function createLineSpeller(...readers: readonly SecondReader[]): LineSpeller {
  return {
    async spell(raster, line, languages, meter) {
      if (!hasSpelling(line)) return { text: line.text };
      const [topLeft, topRight, bottomRight, bottomLeft] = line.box;
      const cut = {
        upright: cutLine(raster, line.box),
        upsideDown: cutLine(raster, [bottomRight, bottomLeft, topLeft, topRight]),
      };
      const spelled: SpelledLine[] = [];
      for (const reader of readers) {
        const second = await reader.read(cut.upright, languages, meter);
        if (second === null) continue;
        const seen = spellBy(second, line.text, cut, languages);
        if (seen.agreed === true) return seen;
        spelled.push(seen);
      }
      const inPart = spelled.find(({ agreedFrom }) => agreedFrom !== undefined);
      return inPart ?? spelled[0] ?? { text: line.text, agreed: false };
    },
  };
}

/** The first reading of a line with what the second one adds, and whether the ink bears out the letters on which they agree. */
function spellBy(second: SecondReading, first: string, cut: CutLine, languages: readonly ReadLanguage[]): SpelledLine {
  const { text, agreed, end } = agreeOnSpelling(first, second);
  if (agreed) return { text, agreed: isInInk({ first, text, second, from: 0 }, cut, languages) };
  if (end === undefined) return { text, agreed };
  const words = second.words.slice(-end.words);
  const from = Math.max(0, (words[0]?.from ?? 0) - besideWordPx);
  const placed = words.map((word) => ({ ...word, from: word.from - from, to: word.to - from }));
  const read = { text: words.map((word) => word.text).join(' '), words: placed };
  const part = { first: first.slice(end.fromInFirst), text: text.slice(end.from), second: read, from };
  return { text, agreed, ...(isInInk(part, cut, languages) && { agreedFrom: end.from }) };
}

/** What two readers read, from a column of the line on. */
interface ReadPart {
  first: string;
  text: string;
  second: Pick<SecondReading, 'text' | 'words'>;
  from: number;
}

/** Whether the ink does not contradict the marks and spaces of what two readers read. */
function isInInk({ first, text, second, from }: ReadPart, cut: CutLine, languages: readonly ReadLanguage[]): boolean {
  const { pixels, widthPx } = cut.upright;
  const width = widthPx - from;
  const ink = [cutColumns(pixels, widthPx, from, widthPx), width, lineHeightPx] as const;
  const below = [cutColumns(cut.upsideDown.pixels, widthPx, 0, width), width, lineHeightPx] as const;
  return !(
    hasOtherMarks(text, second.words, ...ink) ||
    isOtherBelow(text, below, languages) ||
    hasLostSpace(text, ...ink) ||
    hasMadeUpSpace(second.words, spacesOfSecondAlone(first, second.text), ...ink)
  );
}

/** Capitals leave room below them, so that a mark there shows. In a language with such marks every line must show that it has no others. */
function isOtherBelow(
  text: string,
  ink: readonly [Float32Array, number, number],
  languages: readonly ReadLanguage[],
): boolean {
  const mustShow = languages.some(hasMarksBelow);
  if (!mustShow && /\p{Ll}/u.test(text)) return false;
  return hasOtherMarksBelow(text, ...ink) ?? mustShow;
}

/**
 * Numbers and signs have no spelling, and one or two letters are too few for a second reader. Digits of which the first reader is this sure
 * need no other: they have forms that prove them.
 */
const sureOfDigits = 0.95;

function hasSpelling({ text, confidence }: { text: string; confidence?: number }): boolean {
  const length = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return length >= 3 && (/\p{L}/u.test(text) || (confidence !== undefined && confidence < sureOfDigits));
}

/** The straightened line with room for its marks, for a second reader. */
export function cutLine(raster: Raster, lineBox: Quad): LineCut {
  const box = withMargins(lineBox);
  const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
  const widthPx = Math.round(Math.min(widestLinePx, Math.max(lineHeightPx, ratio * lineHeightPx)));
  return { raster, box, pixels: sampleQuad(raster, box, widthPx, lineHeightPx), widthPx };
}

function withMargins(box: Quad): Quad {
  const height = quadHeight(box);
  const [x, y] = quadCentre(box);
  const direction = quadDirection(box);
  const shift = ((margins.below - margins.above) / 2) * height;
  return rectangleQuad(
    [x - direction[1] * shift, y + direction[0] * shift],
    direction,
    quadWidth(box) + 2 * margins.beside * height,
    height * (1 + margins.above + margins.below),
  );
}
