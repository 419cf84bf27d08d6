import { decodeLine, type DecodedLine, type LineFrames } from '../../../domain/mrz/decode-line.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { scaleHeight } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import type { SymbolRecogniser } from '../text/text-recogniser.ts';

/** Heights of the box, as shares of the detected one, that are tried for an uncertain line: nearby print may have disturbed the reading. */
export const otherHeights = [0.82, 1.2];
const sureConfidence = 0.8;

/** How a recogniser reads a line of a format at a place, and when its reading is certain enough to try no other height. */
export interface LineSight {
  alphabet: readonly string[];
  see: (box: Quad) => Promise<LineFrames>;
  isEnough: (read: DecodedLine) => boolean;
}

/** Those of the second reading: our net for print, and the general recogniser. */
export interface SecondRecognisers {
  print: SymbolRecogniser;
  general: SymbolRecogniser;
}

/** Reads a line at several heights of its box, starting with the known readings, until one is certain enough. */
export async function refineLine(
  known: DecodedLine | null,
  heights: readonly number[],
  box: Quad,
  { alphabet, isEnough, see }: LineSight,
): Promise<DecodedLine | null> {
  let best = known;
  for (const height of heights) {
    if (best !== null && isEnough(best)) break;
    const line = decodeLine(await see(scaleHeight(box, height)), alphabet);
    if (line !== null && (best === null || line.logLikelihood > best.logLikelihood)) best = line;
  }
  return best;
}

/**
 * The second reading of a line. The net for print reads it first, in a thread that has less to do. If that does not bear out the first
 * reading, the general recogniser reads the line: it learnt from other lines.
 */
export async function readLineAgain(
  raster: Raster,
  { box, alphabet, first }: { box: Quad; alphabet: readonly string[]; first: DecodedLine | undefined },
  { print, general }: SecondRecognisers,
  meter: PageMeter,
): Promise<DecodedLine | null> {
  const brief = decodeLine(await print.recogniseSymbols(raster, box, meter), alphabet);
  if (brief !== null && isBorneOut(brief, first)) return brief;
  return refineLine(null, [1, ...otherHeights], box, {
    alphabet,
    see: (at) => general.recogniseSymbols(raster, at, meter),
    isEnough: (line) => isSure([line]) || isBorneOut(line, first),
  });
}

export function isSure(lines: readonly DecodedLine[]): boolean {
  return lines.every((line) => line.confidences.every((confidence) => confidence >= sureConfidence));
}

/**
 * Whether the other reader reads the same line, and is sure of each character of which this one is not. The general recogniser was never
 * trained on OCR-B, so it is seldom sure of a whole line: without this, it would read most lines three times over.
 */
function isBorneOut(read: DecodedLine, other: DecodedLine | undefined): boolean {
  if (read.text !== other?.text) return false;
  return read.confidences.every((confidence, place) => {
    return Math.max(confidence, other.confidences[place] ?? 0) >= sureConfidence;
  });
}
