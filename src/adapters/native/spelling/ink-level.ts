import { otsuThreshold } from '../rasters/otsu-threshold.ts';

/**
 * How dark a mark is at least, as a share of the contrast between paper and letters. On drawn pages, sharp and blurred, marks had 0.65 and
 * more; guilloche is made lighter than the print over it.
 */
const leastOfContrast = 0.55;

/** The luminance up to which a pixel of a line is ink like that of its letters; null where the line has too little contrast to tell. */
export function findInkLevel(line: Float32Array): { level: number; paper: number } | null {
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  let [ink, inkPixels, paper, paperPixels] = [0, 0, 0, 0];
  for (const value of line) {
    if (value < limit) [ink, inkPixels] = [ink + value, inkPixels + 1];
    else [paper, paperPixels] = [paper + value, paperPixels + 1];
  }
  if (inkPixels === 0 || paperPixels === 0) return null;
  const light = paper / paperPixels;
  return { level: light - leastOfContrast * (light - ink / inkPixels), paper: light };
}
