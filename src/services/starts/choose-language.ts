import { isLanguage, languages, type Language } from '../../domain/language.ts';

/**
 * Chooses the language of the screens: the fixed one if the client sets one, else the first of the device's languages that the client
 * offers, else English, or the client's first language when it does not offer English. Takes BCP 47 tags.
 */
export function chooseLanguage(
  fixed: string | null | undefined,
  deviceLanguages: readonly string[],
  offered: readonly Language[] = languages,
): Language {
  const wanted = deviceLanguages.map(languageOf).filter((candidate) => offered.some((known) => known === candidate));
  return (
    [languageOf(fixed ?? ''), ...wanted].find(isLanguage) ?? (offered.includes('en') ? 'en' : (offered[0] ?? 'en'))
  );
}

const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0] ?? '';
