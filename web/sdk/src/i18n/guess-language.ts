import type { Language } from '../api/contract.ts';

export const languages: readonly Language[] = ['en', 'es', 'fr', 'pt', 'ru', 'tr', 'de', 'it', 'pl', 'th'];

/** Leaves out what is no BCP 47 tag (`c`, `en_US.UTF-8`): some browsers report the system's locale as it is, and the server refuses it. */
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
    const language = languages.find((one) => one === tag.toLowerCase().split('-')[0]);
    if (language !== undefined) return language;
  }
  return 'en';
}
