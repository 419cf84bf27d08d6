import { defineKind } from '../document-kind.ts';

/** Swiss driving licence: the numbered labels of European licences, and a Swiss zone on the back. The card has no date of expiry. */
export const swissDrivingLicence = defineKind({
  type: 'driving-license',
  country: 'CH',
  subtype: null,
  name: 'Swiss driving licence',
  languages: ['de', 'fr', 'it', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['CH-DL'], codes: ['F'] },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  expires: false,
  marks: {
    front: ['Führerausweis', 'Permis de conduire', 'Licenza di condurre', 'Permiss da manischar'],
  },
  fields: [
    { name: 'familyNames', labels: ['1.'], place: 'right' },
    { name: 'givenNames', labels: ['2.'], place: 'right' },
    { name: 'dateOfBirth', labels: ['3.'], place: 'right' },
    { name: 'placeOfBirth', labels: ['3.'], form: 'text', place: 'right', required: false },
    { name: 'dateOfIssue', labels: ['4a.'], place: 'right' },
    { name: 'issuingAuthority', labels: ['4c.'], place: 'right', required: false },
    { name: 'documentNumber', labels: ['5.'], place: 'right', shape: '000000000000' },
    { name: 'licenceCategories', labels: ['9.'], place: 'right', required: false },
  ],
});
