import { drawBirthday, isoDateOf, twoDigits } from './calendar-date.ts';
import type { NationalRule, ToldByNumber } from './national-rule.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
const pattern = /^[A-ZÑ]{4}(\d{2})(\d{2})(\d{2})([HMX])[A-Z]{2}[B-DF-HJ-NP-TV-ZÑ]{3}([A-Z0-9])\d$/;
const states = ['AS', 'BC', 'CH', 'CL', 'DF', 'GT', 'JC', 'MC', 'NL', 'OC', 'PL', 'VZ', 'YN', 'NE'];
const consonants = 'BCDFGHJKLMNPQRSTVWXYZ';
const vowels = 'AEIOU';

/** Clave Única de Registro de Población: names, date of birth, sex, state, and a check digit over all of them. */
export const mxCurp: NationalRule = {
  source: 'RENAPO, Instructivo normativo para la asignación de la CURP (DOF 18 October 2021)',
  isValid: (number) => pattern.test(number) && dateOf(number) !== null && number.endsWith(checkDigitOf(number)),
  example(random) {
    const draw = (from: string) => from.charAt(random.integer(0, from.length - 1));
    const { year, month, day } = drawBirthday(random);
    const names = draw(consonants) + draw(vowels) + draw(consonants) + draw(consonants);
    const sex = draw('HM');
    const state = states[random.integer(0, states.length - 1)] ?? 'DF';
    const inner = draw(consonants) + draw(consonants) + draw(consonants);
    const century = year < 2000 ? '0' : 'A';
    const body = `${names}${twoDigits(year)}${twoDigits(month)}${twoDigits(day)}${sex}${state}${inner}${century}`;
    return body + checkDigitOf(body);
  },
  tells(number) {
    const told: ToldByNumber = {};
    const dateOfBirth = dateOf(number);
    if (dateOfBirth !== null) told.dateOfBirth = dateOfBirth;
    if (number.charAt(10) === 'H') told.sex = 'M';
    if (number.charAt(10) === 'M') told.sex = 'F';
    return told;
  },
};

/** A digit at the 17th place means that the holder was born before 2000, a letter that they were born in 2000 or later. */
function dateOf(number: string): string | null {
  const [, year, month, day, , century] = pattern.exec(number) ?? [];
  if (century === undefined) return null;
  return isoDateOf((/\d/.test(century) ? 1900 : 2000) + Number(year), Number(month), Number(day));
}

function checkDigitOf(number: string): string {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += alphabet.indexOf(number.charAt(index)) * (18 - index);
  return String((10 - (sum % 10)) % 10);
}
