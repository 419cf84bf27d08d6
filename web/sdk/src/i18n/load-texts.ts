import type { Language } from '../api/contract.ts';
import { loadPart } from '../../../shared/load-part.ts';
import type { Texts } from './translate.ts';

/** One chunk for each language: a person loads only theirs. */
const loaders: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  en: () => import('./texts/en.json'),
  es: () => import('./texts/es.json'),
  fr: () => import('./texts/fr.json'),
  pt: () => import('./texts/pt.json'),
  ru: () => import('./texts/ru.json'),
  tr: () => import('./texts/tr.json'),
  de: () => import('./texts/de.json'),
  it: () => import('./texts/it.json'),
  pl: () => import('./texts/pl.json'),
  th: () => import('./texts/th.json'),
};

export async function loadTexts(language: Language): Promise<Texts> {
  return (await loadPart(loaders[language])).default;
}
