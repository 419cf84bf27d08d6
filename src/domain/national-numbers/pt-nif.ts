import { drawDigits, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Portuguese tax number: eight digits and a check digit modulo 11. */
export const ptNif: NationalRule = {
  source: 'Autoridade Tributária e Aduaneira, número de identificação fiscal (weights 9..2)',
  isValid: (number) => /^[1-9]\d{8}$/.test(number) && number.endsWith(checkDigitOf(number)),
  example(random) {
    const body = `${random.integer(1, 2)}${drawDigits(random, 7)}`;
    return body + checkDigitOf(body);
  },
};

function checkDigitOf(number: string): string {
  const rest = weightedSum(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
