import type { Raster } from '../rasters/raster.ts';

/** JPEG encodes squares of this side. */
export const blockSide = 8;

/** The frequencies that are examined: the low ones, of which compression leaves most. Across and down, 0 to 7. */
export const frequencies: readonly (readonly [across: number, down: number])[] = Array.from({ length: 64 }, (_, i) => i)
  .map((i): readonly [number, number] => [i % blockSide, Math.floor(i / blockSide)])
  .filter(([across, down]) => across + down >= 1 && across + down <= 5);

const widest = 6;
const cosines = Float64Array.from({ length: widest * blockSide }, (_, i) => {
  const [frequency, place] = [Math.floor(i / blockSide), i % blockSide];
  const scale = frequency === 0 ? Math.SQRT1_2 : 1;
  return 0.5 * scale * Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * blockSide));
});
const rows = new Float64Array(blockSide * widest);

/** The DCT-II coefficients (ITU-T T.81, A.3.3) of the square that begins at a pixel, in the order of `frequencies`. */
export function blockFrequencies({ data, widthPx }: Raster, left: number, top: number, out: Float64Array): void {
  for (let y = 0; y < blockSide; y++) {
    const from = (top + y) * widthPx + left;
    for (let u = 0; u < widest; u++) {
      let sum = 0;
      for (let x = 0; x < blockSide; x++) sum += (data[from + x] ?? 0) * (cosines[u * blockSide + x] ?? 0);
      rows[y * widest + u] = sum;
    }
  }
  for (let i = 0; i < frequencies.length; i++) {
    const [u, v] = frequencies[i] ?? [0, 0];
    let sum = 0;
    for (let y = 0; y < blockSide; y++) sum += (rows[y * widest + u] ?? 0) * (cosines[v * blockSide + y] ?? 0);
    out[i] = sum;
  }
}
