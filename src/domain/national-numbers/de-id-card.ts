import { computeCheckDigit } from '../mrz/check-digits.ts';
import type { NationalRule } from './national-rule.ts';

const first = 'CFGHJKLMNPRTVWXYZ';
const all = `0123456789${first}`;

/** Number of the German identity card since 2010: nine characters without vowels, and a check digit on documents that print it. */
export const deIdCard: NationalRule = {
  source: 'Personalausweisverordnung (Germany), Anlage: Seriennummer; check digit of ICAO 9303-3, 4.9',
  isValid: (number) =>
    /^[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d?$/.test(number) &&
    (number.length === 9 || number.endsWith(computeCheckDigit(number.slice(0, 9)))),
  hasCheck: (number) => number.length === 10,
  example: (random) =>
    first.charAt(random.integer(0, first.length - 1)) +
    Array.from({ length: 8 }, () => all.charAt(random.integer(0, all.length - 1))).join(''),
};
