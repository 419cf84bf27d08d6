import type { Language } from '../api/contract.ts';

export const languages: readonly Language[] = ['en', 'es', 'fr', 'pt', 'ru', 'tr', 'de', 'it', 'pl', 'th'];

/** The language that the server will choose: what the host fixed, then the device's, then English. */
export function guessLanguage(fixed: unknown, wanted: readonly string[]): Language {
  for (const tag of [...(typeof fixed === 'string' ? [fixed] : []), ...wanted]) {
    const language = languages.find((one) => one === tag.toLowerCase().split('-')[0]);
    if (language !== undefined) return language;
  }
  return 'en';
}
