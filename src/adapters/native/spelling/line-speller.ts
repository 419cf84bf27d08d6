import type { ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { agreeOnSpelling, spacesOfSecondAlone } from './agree-on-spelling.ts';
import { hasOtherMarks } from './marks-above.ts';
import { lineHeightPx, type LineCut, type SecondReader } from './second-reader.ts';
import { hasLostSpace, hasMadeUpSpace } from './word-gaps.ts';

/** A line as both readings spell it, and whether they saw the same letters; `agreed` is absent where none was asked. */
export interface SpelledLine {
  text: string;
  agreed?: boolean;
}

export interface LineSpeller {
  /**
   * The text of a line with its marks and spaces, as far as a second reading in these languages agrees with the first. Never rejects:
   * without a second reading the first stays.
   */
  spell(
    raster: Raster,
    line: { text: string; box: Quad },
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SpelledLine>;
}

const widestLinePx = 1600;
/** Shares of the line's height: marks above capitals lie outside the detected box. */
const margins = { above: 0.3, below: 0.1, beside: 0.2 };

export function createLineSpeller(reader: SecondReader): LineSpeller {
  return {
    async spell(raster, line, languages, meter) {
      if (!hasSpelling(line.text)) return { text: line.text };
      const cut = cutLine(raster, line.box);
      const second = await reader.read(cut, languages, meter);
      if (second === null) return { text: line.text, agreed: false };
      const spelled = agreeOnSpelling(line.text, second);
      if (!spelled.agreed) return spelled;
      const ink = [cut.pixels, cut.widthPx, lineHeightPx] as const;
      const isOtherInInk =
        hasOtherMarks(spelled.text, second.words, ...ink) ||
        hasLostSpace(spelled.text, ...ink) ||
        hasMadeUpSpace(second.words, spacesOfSecondAlone(line.text, second.text), ...ink);
      return { ...spelled, agreed: !isOtherInInk };
    },
  };
}

/** Numbers and signs have no spelling, and one or two letters are too few for a second reader. */
function hasSpelling(text: string): boolean {
  return /\p{L}/u.test(text) && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3;
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
