import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import type { CutLine } from './is-in-ink.ts';
import { lineHeightPx, type LineCut } from './second-reader.ts';

const widestLinePx = 1600;
/** Shares of the line's height: marks above capitals lie outside the detected box. */
const margins = { above: 0.3, below: 0.1, beside: 0.2 };

export function cutBothWays(raster: Raster, box: Quad): CutLine {
  const [topLeft, topRight, bottomRight, bottomLeft] = box;
  return {
    upright: cutLine(raster, box),
    upsideDown: cutLine(raster, [bottomRight, bottomLeft, topLeft, topRight]),
  };
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
