import { drawDigits, drawUntil, isOneDigitRepeated, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Cadastro de Pessoas Físicas: nine digits and two check digits, each modulo 11 over everything before it. */
export const brCpf: NationalRule = {
  source: 'Receita Federal do Brasil, módulo 11 of the CPF (weights 10..2 and 11..2)',
  isValid: (number) =>
    /^\d{11}$/.test(number) && !isOneDigitRepeated(number) && number.slice(9) === checkDigitsOf(number.slice(0, 9)),
  example: (random) =>
    drawUntil(() => {
      const body = drawDigits(random, 9);
      return isOneDigitRepeated(body) ? null : body + checkDigitsOf(body);
    }),
};

function checkDigitsOf(body: string): string {
  const first = digitOf(weightedSum(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]));
  return first + digitOf(weightedSum(body + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]));
}

function digitOf(sum: number): string {
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
