import { forgePassport } from './forge-passport.ts';
import type { Forgery } from './forgery.ts';

/** Changes one character of the printed number and leaves the zone unchanged. */
export const printNumber: Forgery = {
  word: 'print-number',
  document: 'passport',
  description: 'one character of the printed number changed, the zone left as it was',
  make: (request) =>
    forgePassport(
      'print-number',
      request,
      ({ values }) => {
        const number = values.documentNumber?.normalised ?? '';
        const last = number.endsWith('7') ? '4' : '7';
        const forged = `${number.slice(0, -1)}${last}`;
        return {
          forged: { print: { documentNumber: forged } },
          changed: `the print says ${forged}; the zone says ${number}`,
        };
      },
      ['document.not_found_in_print', 'document.fields_disagree'],
    ),
};
