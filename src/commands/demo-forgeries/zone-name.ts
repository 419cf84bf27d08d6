import { forgePassport } from './forge-passport.ts';
import type { Forgery } from './forgery.ts';

const falseName = { surname: 'FALSTAFF', givenNames: 'JOHN' };

/** Names have no check digit: types the zone again under another name and leaves the print unchanged. */
export const zoneName: Forgery = {
  word: 'zone-name',
  document: 'passport',
  description: 'another name in the machine-readable zone, the true one left in print',
  make: (request) =>
    forgePassport(
      'zone-name',
      request,
      ({ surname, givenNames }) => ({
        forged: { coded: falseName },
        changed: `the zone says ${falseName.surname}, ${falseName.givenNames}; the print says ${surname}, ${givenNames}`,
      }),
      ['document.not_found_in_print', 'document.fields_disagree'],
    ),
};
