export interface CountryRow {
  code: string;
  name: string;
  note: string;
}

interface Wanted {
  /** The person's language, as a tag of BCP 47. */
  language: string;
  /** What they typed. */
  search: string;
  /** The country to begin with while nothing is typed, or null. */
  suggested: string | null;
}

/** In every language people know their documents' words in English: the passport itself is in it. */
const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/**
 * Countries by name. The search looks at the names in the person's language and in English, at codes and at notes, and cares neither
 * for case nor for accents.
 */
export function findCountries(rows: readonly CountryRow[], { language, search, suggested }: Wanted): CountryRow[] {
  const typed = search.trim();
  const first = typed === '' ? suggested : null;
  // Turkish makes a dotless ı of an English I: each name is compared by the rules of its language.
  const holds = (text: string, by: string) => plain(text, by).includes(plain(typed, by));
  return rows
    .filter(
      ({ code, name, note }) =>
        holds(`${name} ${code} ${note}`, language) || holds(`${english.of(code) ?? ''} ${code}`, 'en'),
    )
    .sort(
      (one, other) =>
        Number(other.code === first) - Number(one.code === first) || one.name.localeCompare(other.name, language),
    );
}

const plain = (text: string, language: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language);

/**
 * The country of the device's settings, where it is one of these.
 * @param tags `navigator.languages`: some systems give tags that are no tags
 */
export function suggestCountry(tags: readonly string[], countries: readonly string[]): string | null {
  for (const tag of tags) {
    const region = regionOf(tag);
    if (region !== null && countries.includes(region)) return region;
  }
  return null;
}

function regionOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).region ?? null;
  } catch {
    return null;
  }
}
