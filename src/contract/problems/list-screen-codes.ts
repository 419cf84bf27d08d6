import type { z } from 'zod';
import { isProblemCode, problemTable } from '../../domain/faults/errors.ts';
import type { Language } from '../../domain/language.ts';
import type { errorTextSchema } from '../catalogue.ts';
import { screenCodes, type ScreenCode } from './screen-codes.ts';
import { screenTexts } from '../screen-texts/screen-texts.ts';

/** Every code that a screen may have to show, sorted, with its text in this language. */
export function listScreenCodes(language: Language): z.input<typeof errorTextSchema>[] {
  const codes: readonly [string, ScreenCode][] = Object.entries(screenCodes);
  return codes
    .map(([code, { kind, text }]) => ({
      code,
      kind,
      status: isProblemCode(code) ? problemTable[code].status : null,
      text: screenTexts[language][text],
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}
