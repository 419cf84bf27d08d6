import { isLanguage, languages, type Language } from '../../domain/language.ts';

/**
 * The fixed language if there is one, else the first of the device's among those that the client offers, else English or, where
 * that is not offered, the client's first. Takes BCP 47 tags.
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
