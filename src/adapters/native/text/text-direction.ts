import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { Model } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { along, quadDirection, quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import type { TextRecogniser } from './text-recogniser.ts';

export interface TextDirection {
  /** Whether the lines are upside down; false when there are none to judge by. */
  isUpsideDown(raster: Raster, boxes: readonly Quad[], meter: PageMeter): Promise<boolean>;
}

const inputWidthPx = 192;
const inputHeightPx = 48;
const witnesses = 6;
/** Machine-readable lines are longer than this; their runs of fillers look much the same upside down. */
const mostAspect = 20;
/** The small net alone decides only when it is nearly certain that the page is upright, as most pages are. */
const clearlyUpright = 0.2;
/** This much of a line's start is read to compare both directions, in line heights. */
const headAspect = 8;

/**
 * Asks a small net first. When that is uncertain, the recogniser reads the start of a few lines in both directions, and the direction with
 * more text at a higher confidence wins.
 */
export function createTextDirection(model: Model, recogniser: Pick<TextRecogniser, 'recognise'>): TextDirection {
  async function upsideDownProbability(raster: Raster, box: Quad, meter: PageMeter): Promise<number> {
    const grey = sampleQuad(raster, headOf(box, inputWidthPx / inputHeightPx), inputWidthPx, inputHeightPx);
    const input = new Float32Array(3 * grey.length);
    for (let i = 0; i < input.length; i++) input[i] = (grey[i % grey.length] ?? 0) / 127.5 - 1;
    const { data } = await meter.run(model, input, [1, 3, inputHeightPx, inputWidthPx]);
    return data[1] ?? 0;
  }

  async function legibility(raster: Raster, box: Quad, meter: PageMeter): Promise<number> {
    const { text, confidence } = await recogniser.recognise(raster, box, meter);
    return text.length * confidence;
  }

  return {
    async isUpsideDown(raster, boxes, meter) {
      const candidates = boxes.filter((box) => quadWidth(box) < mostAspect * quadHeight(box));
      const lines = candidates.sort((a, b) => quadWidth(b) - quadWidth(a)).slice(0, witnesses);
      let probability = 0;
      for (const line of lines) probability += await upsideDownProbability(raster, line, meter);
      if (probability <= clearlyUpright * lines.length) return false;

      let surplus = 0;
      for (const line of lines) {
        const head = headOf(line, headAspect);
        surplus += (await legibility(raster, upsideDown(head), meter)) - (await legibility(raster, head, meter));
      }
      return surplus > 0;
    },
  };
}

/** The first part of a line, at most this many line heights long. */
function headOf(box: Quad, aspect: number): Quad {
  const [topLeft, topRight, bottomRight, bottomLeft] = box;
  const width = along(topRight, topLeft, quadDirection(box));
  const share = Math.min(1, (quadHeight(box) * aspect) / Math.max(1, width));
  return [
    topLeft,
    [topLeft[0] + (topRight[0] - topLeft[0]) * share, topLeft[1] + (topRight[1] - topLeft[1]) * share],
    [
      bottomLeft[0] + (bottomRight[0] - bottomLeft[0]) * share,
      bottomLeft[1] + (bottomRight[1] - bottomLeft[1]) * share,
    ],
    bottomLeft,
  ];
}

function upsideDown([topLeft, topRight, bottomRight, bottomLeft]: Quad): Quad {
  return [bottomRight, bottomLeft, topLeft, topRight];
}
