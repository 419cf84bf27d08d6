import { defineKind } from '../document-kind.ts';

/** Photocard driving licence of Great Britain: numbered fields of the European model, and no machine-readable zone. */
export const ukDrivingLicence = defineKind({
  type: 'driving-license',
  country: 'GB',
  subtype: 'photocard',
  name: 'British driving licence',
  languages: ['en'],
  size: 'id-1',
  sides: ['front', 'back'],
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  marks: { front: ['Driving Licence', 'UK', 'DVLA'], back: ['Vehicles', 'Valid from', 'Valid to'] },
  fields: [
    { name: 'familyNames', labels: ['1.'], place: 'right' },
    { name: 'givenNames', labels: ['2.'], place: 'right', mostLines: 2 },
    { name: 'dateOfBirth', labels: ['3.'], place: 'right' },
    { name: 'placeOfBirth', labels: ['3.'], place: 'right', required: false },
    { name: 'dateOfIssue', labels: ['4a.'], place: 'right' },
    { name: 'issuingAuthority', labels: ['4c.'], place: 'right', required: false },
    { name: 'dateOfExpiry', labels: ['4b.'], place: 'right' },
    { name: 'documentNumber', labels: ['5.'], place: 'right', rule: 'gb-driver-number', shape: 'APPPP000000AP0AA' },
    { name: 'address', labels: ['8.'], place: 'right', required: false, mostLines: 2 },
    { name: 'licenceCategories', labels: ['9.'], place: 'right', required: false },
  ],
});
