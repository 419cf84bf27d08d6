/**
 * What each character of a number's shape allows: `A` a letter, `0` a digit, `X` either, `P` a letter or the 9 that fills up a short name.
 * Any other character is a mark between them.
 */
export const charactersOfShape: Readonly<Record<string, string>> = { A: 'A-Z', '0': '0-9', X: 'A-Z0-9', P: 'A-Z9' };

/** One place of a number in its shape. */
export const placeOfShape = /[AX0P]/g;

/** The places of a shape without the marks between them. */
export function placesOfShape(shape: string): string {
  return shape.match(placeOfShape)?.join('') ?? '';
}
