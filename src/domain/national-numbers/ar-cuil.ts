import { drawDigits, drawUntil, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** CUIL and CUIT: two digits for the kind of person, the DNI in eight, a check digit modulo 11. */
export const arCuil: NationalRule = {
  source: 'ANSES and AFIP, Argentina: CUIL/CUIT (weights 5 4 3 2 7 6 5 4 3 2)',
  isValid: (number) =>
    /^(20|23|24|25|26|27|30|33|34)\d{9}$/.test(number) && number.endsWith(checkDigitOf(number) ?? '-'),
  example: (random) =>
    drawUntil(() => {
      const body = `${random.integer(0, 1) === 0 ? 20 : 27}${drawDigits(random, 8)}`;
      const digit = checkDigitOf(body);
      return digit === null ? null : body + digit;
    }),
};

/** Null: a body whose check digit would be ten gets another prefix. */
function checkDigitOf(number: string): string | null {
  const rest = (11 - (weightedSum(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return rest === 10 ? null : String(rest);
}
