/** What a number reveals about its holder. Dates are ISO 8601; a date whose century the number does not tell is left out. */
export interface ToldByNumber {
  dateOfBirth?: string;
  sex?: 'F' | 'M';
}

/** The random numbers that made-up numbers need: integers, both ends included. */
export interface NumberSource {
  integer(least: number, most: number): number;
}

/** A state's rule for its numbers. */
export interface NationalRule {
  /** Where the formula was published or is described. */
  source: string;
  /** Expects capital letters and digits only. Any other text is not valid. */
  isValid(number: string): boolean;
  /**
   * Whether a valid number has a check digit or letter, so that a misread character makes it invalid. Missing: every one has. A number that only
   * has the right form does not prove that it was read right.
   */
  hasCheck?(number: string): boolean;
  /** A valid, made-up number in the same notation. */
  example(random: NumberSource): string;
  /** What a valid number reveals about its holder, for rules whose numbers contain such data. */
  tells?(number: string): ToldByNumber;
}

/** A number in the notation of the rules: capital letters and digits, without separators. */
export function compactNumber(printed: string): string {
  return printed.toUpperCase().replace(/[^A-Z0-9Ñ]/g, '');
}
