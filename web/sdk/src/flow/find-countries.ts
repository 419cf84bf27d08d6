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
  /** The countries that come first while nothing is typed. */
  suggested: readonly string[];
}

/** In every language people know their documents' words in English: the passport itself is in it. */
const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/**
 * Countries by name. The search compares the names in the person's language and in English, codes and notes, and ignores case and accents.
 */
export function findCountries(rows: readonly CountryRow[], { language, search, suggested }: Wanted): CountryRow[] {
  const typed = search.trim();
  const rank = ({ code }: CountryRow) => {
    const index = typed === '' ? suggested.indexOf(code) : -1;
    return index < 0 ? suggested.length : index;
  };
  // Turkish makes a dotless ı of an English I: each name is compared by the rules of its language.
  const holds = (text: string, by: string) => plain(text, by).includes(plain(typed, by));
  return rows
    .filter(
      ({ code, name, note }) =>
        holds(`${name} ${code} ${note}`, language) || holds(`${english.of(code) ?? ''} ${code}`, 'en'),
    )
    .sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, language));
}

const plain = (text: string, language: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language);

/**
 * The countries that the person most likely means: that of the network, since most people verify at home and devices are sold with `en-US`,
 * then those of the device's settings.
 * @param tags `navigator.languages`: some systems give invalid tags
 */
export function suggestCountries(
  { tags, networkCountry }: { tags: readonly string[]; networkCountry: string | null },
  countries: readonly string[],
): string[] {
  const likely = new Set([networkCountry, ...tags.map(regionOf)]);
  return [...likely].filter((country) => country !== null).filter((country) => countries.includes(country));
}

function regionOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).region ?? null;
  } catch {
    return null;
  }
}
