import { isLanguage, type Language } from '../domain/language.ts';

/** The fixed language if there is one, else the first of the device's that we speak, else English. Takes BCP 47 tags. */
export function chooseLanguage(fixed: string | null | undefined, deviceLanguages: readonly string[]): Language {
  const wanted = [fixed ?? '', ...deviceLanguages].map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '');
  return wanted.find(isLanguage) ?? 'en';
}
