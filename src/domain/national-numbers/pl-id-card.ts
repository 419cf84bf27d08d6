import { drawDigits, weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Series and number of the Polish identity card: three letters, a check digit, five digits; letters count from A = 10. */
export const plIdCard: NationalRule = {
  source: 'Rozporządzenie MSWiA w sprawie dowodów osobistych; weights 7 3 1 9 7 3 1 7 3',
  isValid: (number) => /^[A-Z]{3}\d{6}$/.test(number) && sumOf(number) % 10 === 0,
  example(random) {
    const letters = Array.from({ length: 3 }, () => String.fromCharCode(65 + random.integer(0, 25))).join('');
    const tail = drawDigits(random, 5);
    // The digit's weight is 9, which is -1 modulo 10, so it must equal the sum of all others.
    return `${letters}${sumOf(`${letters}0${tail}`) % 10}${tail}`;
  },
};

function sumOf(number: string): number {
  const values = Array.from(number, (symbol) => parseInt(symbol, 36));
  const letters = values.slice(0, 3).reduce((sum, value, index) => sum + value * ([7, 3, 1][index] ?? 0), 0);
  return letters + weightedSum(number.slice(3), [9, 7, 3, 1, 7, 3]);
}
