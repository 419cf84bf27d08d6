import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import type { CutLine } from './is-in-ink.ts';
import { lineHeightPx, type LineCut } from './second-reader.ts';

const widestLinePx = 1600;

export interface Margins {
  above: number;
  below: number;
  beside: number;
}

/** Shares of the line's height: marks above capitals are outside the detected box. */
export const usualMargins: Margins = { above: 0.3, below: 0.1, beside: 0.2 };

export function cutBothWays(raster: Raster, box: Quad, margins = usualMargins): CutLine {
  const [topLeft, topRight, bottomRight, bottomLeft] = box;
  return {
    upright: cutLine(raster, box, margins),
    upsideDown: cutLine(raster, [bottomRight, bottomLeft, topLeft, topRight], margins),
  };
}

/** The straightened line with room for its marks, for a second reader. */
export function cutLine(raster: Raster, lineBox: Quad, margins = usualMargins): LineCut {
  const box = withMargins(lineBox, margins);
  const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
  const widthPx = Math.round(Math.min(widestLinePx, Math.max(lineHeightPx, ratio * lineHeightPx)));
  return { raster, box, pixels: sampleQuad(raster, box, widthPx, lineHeightPx), widthPx };
}

export function withMargins(box: Quad, margins: Margins): Quad {
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
