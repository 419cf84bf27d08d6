/** The longest sequence of rows with ink between two columns; `level`: ink is darker. */
export function tallestRun(
  line: Float32Array,
  widthPx: number,
  [from, to]: readonly [number, number],
  level: number,
): { top: number; length: number } {
  const [first, last] = [Math.max(0, Math.round(from)), Math.min(widthPx - 1, Math.round(to))];
  let tallest = { top: 0, length: 0 };
  let length = 0;
  for (let row = 0; row * widthPx < line.length; row++) {
    const pixels = line.subarray(row * widthPx + first, row * widthPx + last + 1);
    length = pixels.some((value) => value < level) ? length + 1 : 0;
    if (length > tallest.length) tallest = { top: row + 1 - length, length };
  }
  return tallest;
}
