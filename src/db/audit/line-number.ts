/** The largest number that the column `sequence` holds; `long_sequence` holds those after it. */
const largestShortNumber = 2 ** 31 - 1;

/** The number of a line or of a chain's end, in the expression that the indexes use. */
export const lineNumber = 'coalesce(long_sequence, sequence)';

/** The two columns of a number, one of which is null. */
export function columnsOf(number: number): { short: number | null; long: number | null } {
  return number > largestShortNumber ? { short: null, long: number } : { short: number, long: null };
}
