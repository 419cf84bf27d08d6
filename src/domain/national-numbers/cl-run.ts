import { drawDigits } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Rol Único Nacional: up to eight digits and a check character modulo 11, with K for ten. */
export const clRun: NationalRule = {
  source: 'Registro Civil de Chile, dígito verificador of RUN and RUT (weights 2..7 from the right)',
  isValid: (number) => /^\d{6,8}[0-9K]$/.test(number) && number.endsWith(checkCharacterOf(number.slice(0, -1))),
  example(random) {
    const body = drawDigits(random, 8);
    return body + checkCharacterOf(body);
  },
};

function checkCharacterOf(body: string): string {
  const sum = Array.from(body)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? 'K' : String(rest);
}
