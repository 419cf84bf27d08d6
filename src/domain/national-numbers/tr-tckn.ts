import { drawDigits } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** T.C. Kimlik Numarası: nine digits and two check digits. */
export const trTckn: NationalRule = {
  source: 'Nüfus ve Vatandaşlık İşleri Genel Müdürlüğü, T.C. Kimlik Numarası',
  isValid: (number) => /^[1-9]\d{10}$/.test(number) && number.slice(9) === checkDigitsOf(number.slice(0, 9)),
  example(random) {
    const body = drawDigits(random, 9);
    return body + checkDigitsOf(body);
  },
};

function checkDigitsOf(body: string): string {
  const digits = Array.from(body, Number);
  const sumOf = (parity: number) => digits.reduce((sum, digit, index) => sum + (index % 2 === parity ? digit : 0), 0);
  const tenth = (((sumOf(0) * 7 - sumOf(1)) % 10) + 10) % 10;
  return `${tenth}${(sumOf(0) + sumOf(1) + tenth) % 10}`;
}
