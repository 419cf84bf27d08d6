import { otsuThreshold } from './otsu-threshold.ts';

/** Share of the darkest row's ink from which a row belongs to the capitals; marks above them have less. */
const bandInk = 0.45;
/** Smaller specks are noise of the picture. Pixels of a line that is 36 high. */
const leastSpeckPx = 5;

/**
 * How many marks stand above the capitals of a straightened line: dots, accents, tildes. Ink is what is darker than the middle
 * between print and paper (Otsu, 1979). Null where the line has too little contrast to tell.
 */
export function countMarksAbove(line: Float32Array, widthPx: number, heightPx: number): number | null {
  const limit = otsuThreshold(line);
  if (limit === null) return null;
  const isInk = (x: number, y: number) => (line[y * widthPx + x] ?? 255) < limit;
  const rows = Array.from({ length: heightPx }, (_, y) => {
    let ink = 0;
    for (let x = 0; x < widthPx; x++) if (isInk(x, y)) ink++;
    return ink;
  });
  const most = Math.max(...rows);
  const top = rows.findIndex((ink) => ink >= bandInk * most);
  // Print that begins at the upper edge has its marks outside the picture.
  if (most === 0 || top < 4) return null;
  return countSpecks(isInk, widthPx, top - 1);
}

/** Groups of touching ink in the rows above `bottom` that do not reach the upper edge, where the line above hangs down. */
function countSpecks(isInk: (x: number, y: number) => boolean, widthPx: number, bottom: number): number {
  const seen = new Uint8Array(widthPx * bottom);
  let specks = 0;
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || !isInk(start % widthPx, Math.floor(start / widthPx))) continue;
    const open = [start];
    seen[start] = 1;
    let size = 0;
    let touchesEdge = false;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      size++;
      touchesEdge ||= y === 0;
      for (const [nextX, nextY] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        if (nextX < 0 || nextX >= widthPx || nextY < 0 || nextY >= bottom) continue;
        const next = nextY * widthPx + nextX;
        if (seen[next] === 1 || !isInk(nextX, nextY)) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
    if (size >= leastSpeckPx && !touchesEdge) specks++;
  }
  return specks;
}
