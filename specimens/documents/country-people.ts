/** Typical names, places and offices of one country. Surnames of several words are those that its people bear. */
export interface CountryPeople {
  surnames: readonly string[];
  /** Given names of women, of men. */
  given: Readonly<Record<'F' | 'M', readonly string[]>>;
  places: readonly string[];
  /** Issuing authorities, short. */
  offices: readonly string[];
  streets: readonly string[];
  /** Nationality as documents print it. */
  nationality: string;
  /** A pattern: `0` a digit, `A` a letter. */
  postcode: string;
  /** How the country's own script writes these names and places, by their Latin spelling; both in capitals. */
  native: ReadonlyMap<string, string>;
}

/**
 * Surnames; women; men; places; offices; streets; nationality; postcode: one line each, choices parted by commas. A name in another script
 * follows its Latin spelling: `Ivanova=Иванова`.
 */
export function people(text: string): CountryPeople {
  const rows = text.trim().split('\n');
  const native = new Map<string, string>();
  const list = (row: number) =>
    (rows[row] ?? '').split(',').map((item) => {
      const [latin = '', own] = item.trim().split('=');
      // Greek capitals have no accents.
      if (own !== undefined) native.set(latin.toLocaleUpperCase('en'), own.toLocaleUpperCase('el'));
      return latin;
    });
  return {
    surnames: list(0),
    given: { F: list(1), M: list(2) },
    places: list(3),
    offices: list(4),
    streets: list(5),
    nationality: list(6)[0] ?? '',
    postcode: list(7)[0] ?? '',
    native,
  };
}
