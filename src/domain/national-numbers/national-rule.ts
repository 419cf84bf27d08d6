/** What a number says of its holder. Dates are ISO 8601; where the number leaves the century open, it tells nothing. */
export interface ToldByNumber {
  dateOfBirth?: string;
  sex?: 'F' | 'M';
}

/** The part of a random source that made-up numbers need: whole numbers, both ends included. */
export interface NumberSource {
  integer(least: number, most: number): number;
}

/** What a state asks of its numbers. */
export interface NationalRule {
  /** Where the formula was published or is described. */
  source: string;
  /** Of a number in capital letters and digits only. A number that is not one at all is not valid. */
  isValid(number: string): boolean;
  /** A valid number that was made up, in the same notation. */
  example(random: NumberSource): string;
  /** What a valid number says of its holder, for the rules whose numbers do. */
  tells?(number: string): ToldByNumber;
}

/** A number as rules take it: capital letters and digits, without marks that only make it easier to read. */
export function compactNumber(printed: string): string {
  return printed.toUpperCase().replace(/[^A-Z0-9Ñ]/g, '');
}
