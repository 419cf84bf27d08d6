import { anyPassport } from './any-passport.ts';
import { defineKind } from '../document-kind.ts';

/**
 * The travel document of refugees and stateless persons (conventions of 1951 and 1954, ICAO 9303 part 4): a passport's page and zone under
 * another title. The holder is not a national of the issuer.
 */
export const refugeeTravelDocument = defineKind({
  type: 'passport',
  country: null,
  subtype: 'refugee-travel-document',
  name: 'Travel document of a refugee or stateless person',
  languages: anyPassport.languages,
  size: 'id-3',
  sides: ['front'],
  mrz: { side: 'front', formats: ['TD3'], codes: ['PR', 'PS', 'P'] },
  dates: anyPassport.dates,
  wholeNameLabels: anyPassport.wholeNameLabels,
  marks: {
    front: [
      'Travel document',
      'Convention of 28 July 1951',
      'Convention du 28 juillet 1951',
      'Titre de voyage',
      'Reiseausweis für Flüchtlinge',
      'Reiseausweis für Staatenlose',
      'Documento de viaje',
      'Título de viagem',
      'Titolo di viaggio',
      'Dokument podróży',
    ],
  },
  fields: anyPassport.fields,
});
