import { drawDigits } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** Document number of the cartão de cidadão: civil number, its digit, version in two characters, a check digit. */
export const ptCc: NationalRule = {
  source: 'Validação de Número de Documento do Cartão de Cidadão (AMA, 2009): Luhn over base 36',
  isValid: (number) => /^\d{9}[A-Z0-9]{2}\d$/.test(number) && sumOf(number) % 10 === 0,
  example(random) {
    const version = `${String.fromCharCode(65 + random.integer(0, 25))}${String.fromCharCode(65 + random.integer(0, 25))}`;
    const body = drawDigits(random, 9) + version;
    return body + String((10 - (sumOf(`${body}0`) % 10)) % 10);
  },
};

function sumOf(number: string): number {
  return Array.from(number, (symbol) => parseInt(symbol, 36)).reduce((sum, value, index) => {
    const doubled = (number.length - 1 - index) % 2 === 1 ? value * 2 : value;
    return sum + (doubled > 9 && doubled !== value ? doubled - 9 : doubled);
  }, 0);
}
