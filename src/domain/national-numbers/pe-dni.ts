import { drawDigits, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Peruvian DNI: eight digits and a check character, which old cards print as a letter and newer ones as a digit. */
export const peDni: NationalRule = {
  source: 'RENIEC, dígito de verificación of the DNI (weights 3 2 7 6 5 4 3 2)',
  isValid: (number) => /^\d{8}[0-9A-K]?$/.test(number) && checkCharactersOf(number).includes(number.slice(8)),
  hasCheck: (number) => number.length === 9,
  example(random) {
    const body = drawDigits(random, 8);
    return body + (checkCharactersOf(body)[1] ?? '');
  },
};

/** The number alone, with the check character as a digit, and with it as a letter. */
function checkCharactersOf(number: string): string[] {
  const key = (11 - (weightedSum(number, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return ['', '67890112345'.charAt(key), 'KABCDEFGHIJ'.charAt(key)];
}
