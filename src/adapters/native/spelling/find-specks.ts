/** A group of touching ink; `right` and `bottom` are behind its last pixel. */
export interface Speck {
  left: number;
  right: number;
  top: number;
  bottom: number;
  size: number;
}

/** Groups of touching ink in the rows above `end` that do not reach the upper edge, where the line above hangs down. */
export function findSpecks(isInk: (x: number, y: number) => boolean, widthPx: number, end: number): Speck[] {
  const seen = new Uint8Array(widthPx * end);
  const specks: Speck[] = [];
  for (let start = 0; start < seen.length; start++) {
    const pixels = touchingInk(start, (at) => isInk(at % widthPx, Math.floor(at / widthPx)), { seen, widthPx });
    if (pixels.length === 0) continue;
    const speck = { left: widthPx, right: 0, top: end, bottom: 0, size: pixels.length };
    for (const at of pixels) {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      speck.left = Math.min(speck.left, x);
      speck.right = Math.max(speck.right, x + 1);
      speck.top = Math.min(speck.top, y);
      speck.bottom = Math.max(speck.bottom, y + 1);
    }
    if (speck.top > 0) specks.push(speck);
  }
  return specks;
}

/**
 * The pixels of the ink that touches one pixel, counted row by row; none where that pixel is no ink, or was found before. `seen` has as many
 * pixels as the picture, and marks those that were found.
 */
export function touchingInk(
  start: number,
  isInk: (at: number) => boolean,
  { seen, widthPx }: { seen: Uint8Array; widthPx: number },
): number[] {
  if (seen[start] === 1 || !isInk(start)) return [];
  seen[start] = 1;
  const pixels = [start];
  // The list grows during the loop.
  for (const at of pixels) {
    const column = at % widthPx;
    const [left, right] = [column > 0 ? at - 1 : -1, column < widthPx - 1 ? at + 1 : -1];
    for (const next of [left, right, at - widthPx, at + widthPx]) {
      if (next < 0 || next >= seen.length || seen[next] === 1 || !isInk(next)) continue;
      seen[next] = 1;
      pixels.push(next);
    }
  }
  return pixels;
}
