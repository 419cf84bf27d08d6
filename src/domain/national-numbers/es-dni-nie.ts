import { drawDigits } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** DNI: eight digits and a letter modulo 23; NIE: X, Y or Z for the first digit. */
export const esDniNie: NationalRule = {
  source: 'Ministerio del Interior, Cálculo del dígito de control del NIF/NIE',
  isValid: (number) => /^[0-9XYZ]\d{7}[A-Z]$/.test(number) && number.endsWith(letterOf(number)),
  example(random) {
    const body = drawDigits(random, 8);
    return body + letterOf(body);
  },
};

function letterOf(number: string): string {
  const first = 'XYZ'.indexOf(number.charAt(0));
  const digits = (first < 0 ? number.charAt(0) : String(first)) + number.slice(1, 8);
  return letters.charAt(Number(digits) % 23);
}
