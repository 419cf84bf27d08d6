import type { Language } from '../../domain/language.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import { thai } from './thai.ts';
import { turkish } from './turkish.ts';
import type { ScreenTexts } from './screen-text-id.ts';

/** Every text for people, in every language. */
export const screenTexts: Readonly<Record<Language, ScreenTexts>> = {
  en: english,
  es: spanish,
  fr: french,
  pt: portuguese,
  ru: russian,
  tr: turkish,
  de: german,
  it: italian,
  pl: polish,
  th: thai,
};
