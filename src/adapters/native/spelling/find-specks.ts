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
    if (seen[start] === 1 || !isInk(start % widthPx, Math.floor(start / widthPx))) continue;
    const open = [start];
    seen[start] = 1;
    const speck = { left: widthPx, right: 0, top: end, bottom: 0, size: 0 };
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      speck.size++;
      speck.left = Math.min(speck.left, x);
      speck.right = Math.max(speck.right, x + 1);
      speck.top = Math.min(speck.top, y);
      speck.bottom = Math.max(speck.bottom, y + 1);
      for (const [nextX, nextY] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        if (nextX < 0 || nextX >= widthPx || nextY < 0 || nextY >= end) continue;
        const next = nextY * widthPx + nextX;
        if (seen[next] === 1 || !isInk(nextX, nextY)) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
    if (speck.top > 0) specks.push(speck);
  }
  return specks;
}
