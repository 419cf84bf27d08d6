/** The largest number that the column `sequence` holds; `long_sequence` holds those after it. */
const largestShortNumber = 2 ** 31 - 1;

/** The number of a line or of a chain's end, as its indexes have it. */
export const lineNumber = 'coalesce(long_sequence, sequence)';

/** The two columns of a number, of which one is null. */
export function columnsOf(number: number): { short: number | null; long: number | null } {
  return number > largestShortNumber ? { short: null, long: number } : { short: number, long: null };
}
