import { drawDigits, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Thai identification number: twelve digits and a check digit modulo 11. The first digit, 1 to 8, is the kind of person. */
export const thId: NationalRule = {
  source: 'Department of Provincial Administration, Thailand: 13-digit number (weights 13..2)',
  isValid: (number) => /^[1-8]\d{12}$/.test(number) && number.endsWith(checkDigitOf(number)),
  example(random) {
    const body = `${random.integer(1, 8)}${drawDigits(random, 11)}`;
    return body + checkDigitOf(body);
  },
};

function checkDigitOf(number: string): string {
  return String((11 - (weightedSum(number, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10);
}
