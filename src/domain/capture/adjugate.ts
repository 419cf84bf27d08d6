/** A projective matrix of three rows, row by row. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** The adjugate of a matrix of nine numbers: its inverse up to a factor, which a projective mapping ignores. */
export function adjugateOf([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: readonly number[]): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}
