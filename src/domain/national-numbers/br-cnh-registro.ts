import { drawDigits, drawUntil, isOneDigitRepeated, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/**
 * Registro of the Brazilian driving licence: nine digits and two check digits modulo 11. If the first check digit is 10, it becomes 0 and
 * reduces the second by 2. Published descriptions disagree on whether this applies when the second is 10 as well, so both forms are
 * accepted.
 */
export const brCnhRegistro: NationalRule = {
  source: 'Denatran, RENACH: check digits of the registro number (weights 9..1 and 1..9)',
  isValid: (number) =>
    /^\d{11}$/.test(number) &&
    !isOneDigitRepeated(number) &&
    checkDigitsOf(number.slice(0, 9)).includes(number.slice(9)),
  example: (random) =>
    drawUntil(() => {
      const body = drawDigits(random, 9);
      const [digits, ...others] = checkDigitsOf(body);
      return digits === undefined || others.length > 0 || isOneDigitRepeated(body) ? null : body + digits;
    }),
};

function checkDigitsOf(body: string): string[] {
  const first = weightedSum(body, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11;
  const rest = weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11;
  if (first < 10) return [`${first}${rest < 10 ? rest : 0}`];
  const discounted = rest < 2 ? rest + 9 : rest - 2;
  const seconds = [discounted < 10 ? discounted : 0, ...(rest === 10 ? [0] : [])];
  return [...new Set(seconds.map((second) => `0${second}`))];
}
