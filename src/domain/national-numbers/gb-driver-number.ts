import { drawBirthday, isoDateOf, twoDigits } from './calendar-date.ts';
import { drawDigits } from './digits.ts';
import type { NationalRule } from './national-rule.ts';

const pattern = /^[A-Z]{1,5}9{0,4}(\d)([0156]\d)(\d{2})(\d)[A-Z][A-Z9]\d[A-Z]{2}$/;

/** Driver number of Great Britain: surname, date of birth in a shuffled order, initials. It has no public check digit. */
export const gbDriverNumber: NationalRule = {
  source: 'DVLA, format of the driver number (INF45/1)',
  isValid: (number) => number.length === 16 && pattern.test(number) && birthOf(number) !== null,
  hasCheck: () => false,
  example(random) {
    const letters = (count: number) =>
      Array.from({ length: count }, () => String.fromCharCode(65 + random.integer(0, 25))).join('');
    const { year, month, day } = drawBirthday(random);
    const isFemale = random.integer(0, 1) === 1;
    const decade = twoDigits(year).charAt(0);
    const birth = `${decade}${twoDigits(month + (isFemale ? 50 : 0))}${twoDigits(day)}${year % 10}`;
    return `${letters(5)}${birth}${letters(2)}${drawDigits(random, 1)}${letters(2)}`;
  },
  // A year of two digits does not tell the century.
  tells: (number) => ({ sex: Number(number.charAt(6)) >= 5 ? 'F' : 'M' }),
};

function birthOf(number: string): string | null {
  const [, decade = '', month = '', day = '', year = ''] = pattern.exec(number.slice(0, 16)) ?? [];
  return isoDateOf(1900 + Number(decade + year), Number(month) % 50, Number(day));
}
