import { drawBirthday, isoDateOf, twoDigits } from './calendar-date.ts';
import type { NationalRule } from './national-rule.ts';

const months = 'ABCDEHLMPRST';
/** Values of the characters at odd places, for 0-9 and A-Z alike. */
const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const pattern = /^[A-Z]{6}(\d{2})([ABCDEHLMPRST])(\d{2})[A-Z]\d{3}[A-Z]$/;

/** Codice fiscale: names, date of birth and sex, place of birth, a check letter modulo 26. */
export const itCodiceFiscale: NationalRule = {
  source: 'Decreto Ministeriale 23 dicembre 1976 (Ministero delle Finanze), codice fiscale',
  isValid: (number) => pattern.test(number) && hasDay(number) && number.endsWith(checkLetterOf(number)),
  example(random) {
    const draw = (from: string) => from.charAt(random.integer(0, from.length - 1));
    const consonants = () => Array.from({ length: 3 }, () => draw('BCDFGLMNPRSTVZ')).join('');
    const { year, month, day } = drawBirthday(random);
    const dayAndSex = twoDigits(day + (random.integer(0, 1) === 0 ? 0 : 40));
    const place = `${draw('ABCDEFGHL')}${String(random.integer(1, 999)).padStart(3, '0')}`;
    const body = `${consonants()}${consonants()}${twoDigits(year)}${months.charAt(month - 1)}${dayAndSex}${place}`;
    return body + checkLetterOf(body);
  },
  // A year of two digits does not tell the century.
  tells: (number) => ({ sex: Number(number.slice(9, 11)) > 40 ? 'F' : 'M' }),
};

function hasDay(number: string): boolean {
  const [, year = '', month = '', day = ''] = pattern.exec(number) ?? [];
  const ofMonth = Number(day) % 40;
  return [1900, 2000].some(
    (century) => isoDateOf(century + Number(year), months.indexOf(month) + 1, ofMonth) !== null && Number(day) < 72,
  );
}

function checkLetterOf(number: string): string {
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const value = valueOf(number.charAt(index));
    sum += index % 2 === 0 ? (oddValues[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

/** 0 to 9 for digits, 0 to 25 for letters. */
function valueOf(symbol: string): number {
  return /\d/.test(symbol) ? Number(symbol) : symbol.charCodeAt(0) - 65;
}
