import { drawBirthday, isoDateOf, twoDigits } from './calendar-date.ts';
import { weightedSum } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

/** What is added to the month, by century. */
const centuries: readonly (readonly [added: number, century: number])[] = [
  [80, 1800],
  [0, 1900],
  [20, 2000],
  [40, 2100],
  [60, 2200],
];

/** PESEL, the number in Poland's population register: date of birth and a serial number whose last digit is odd for men. */
export const plPesel: NationalRule = {
  source: 'Ustawa o ewidencji ludności, art. 15; weights 1 3 7 9 repeated',
  isValid: (number) => /^\d{11}$/.test(number) && dateOf(number) !== null && number.endsWith(checkDigitOf(number)),
  example(random) {
    const { year, month, day } = drawBirthday(random);
    const body = `${twoDigits(year)}${twoDigits(month + (year < 2000 ? 0 : 20))}${twoDigits(day)}`;
    const serial = String(random.integer(0, 9999)).padStart(4, '0');
    return body + serial + checkDigitOf(body + serial);
  },
  tells(number) {
    const dateOfBirth = dateOf(number);
    return {
      ...(dateOfBirth !== null && { dateOfBirth }),
      sex: Number(number.charAt(9)) % 2 === 1 ? 'M' : 'F',
    };
  },
};

function dateOf(number: string): string | null {
  const month = Number(number.slice(2, 4));
  const match = centuries.find(([added]) => month > added && month <= added + 12);
  if (match === undefined) return null;
  const [added, century] = match;
  return isoDateOf(century + Number(number.slice(0, 2)), month - added, Number(number.slice(4, 6)));
}

function checkDigitOf(number: string): string {
  return String((10 - (weightedSum(number, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10);
}
