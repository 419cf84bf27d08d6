import type { Language } from '../api/contract.ts';

/** As an object, so that the compiler names a language that is missing. */
const offered: Readonly<Record<Language, true>> = {
  en: true,
  es: true,
  fr: true,
  pt: true,
  ru: true,
  tr: true,
  de: true,
  it: true,
  pl: true,
  th: true,
};

export const languages: readonly string[] = Object.keys(offered);

const isLanguage = (tag: string): tag is Language => languages.includes(tag);

/**
 * Leaves out texts that are not BCP 47 tags (`c`, `en_US.UTF-8`): some browsers report the system's locale as it is, and the server refuses
 * it.
 */
export function wellFormedTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => {
    try {
      return /^[a-z]{2,3}(-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  });
}

/** The language that the server will choose: what the host fixed, then the device's, then English. */
export function guessLanguage(fixed: unknown, wanted: readonly string[]): Language {
  for (const tag of [...(typeof fixed === 'string' ? [fixed] : []), ...wanted]) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}
