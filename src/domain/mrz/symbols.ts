/**
 * The characters of every machine-readable zone (ICAO 9303 part 3, section 4.3), in the order of the line recogniser's classes. Class 0 is
 * the blank of CTC, so the class of a character is its index plus one.
 */
export const mrzSymbols = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The blank and the characters. */
export const mrzSymbolCount = mrzSymbols.length + 1;

/**
 * The class of a character of the machine-readable zone.
 * @throws for any other character
 */
export function classOfSymbol(symbol: string): number {
  const index = mrzSymbols.indexOf(symbol);
  if (symbol.length !== 1 || index < 0) throw new Error(`'${symbol}' is no character of a machine-readable zone`);
  return index + 1;
}
