import { defineKind } from '../document-kind.ts';

/**
 * Driving licences of the states of the USA by the AAMVA card design standard: numbered labels, and a PDF417 on the back that repeats every
 * field.
 */
export const usDrivingLicence = defineKind({
  type: 'driving-license',
  country: 'US',
  subtype: null,
  name: 'Driving licence of a state of the USA',
  languages: ['en'],
  size: 'id-1',
  sides: ['front', 'back'],
  barcodes: [{ side: 'back', symbology: 'pdf417', standard: 'aamva' }],
  dates: { pattern: 'mm/dd/yyyy', calendar: 'gregorian' },
  nameOrder: 'family-first',
  marks: {
    front: [
      'Driver License',
      "Driver's License",
      'Drivers License',
      'Operator License',
      'Commercial Driver License',
      'USA',
    ],
    back: ['Class', 'Restrictions', 'Endorsements', 'Donor'],
  },
  fields: [
    {
      name: 'documentNumber',
      labels: ['4d DL', '4d DLN', '4d LIC#', 'DL', 'DLN', 'DL NO', 'LIC', 'LIC NO', 'LICENSE NO', 'LICENSE NUMBER'],
      place: 'right',
    },
    { name: 'familyNames', labels: ['1', 'LN'], place: 'right' },
    { name: 'givenNames', labels: ['2', 'FN'], place: 'right' },
    { name: 'address', labels: ['8', 'ADDR'], place: 'right', mostLines: 2 },
    { name: 'dateOfBirth', labels: ['3 DOB', 'DOB'], place: 'right' },
    { name: 'dateOfIssue', labels: ['4a ISS', 'ISS'], place: 'right', required: false },
    { name: 'dateOfExpiry', labels: ['4b EXP', 'EXP'], place: 'right' },
    { name: 'sex', labels: ['15 SEX', 'SEX'], place: 'right', required: false },
    { name: 'height', labels: ['16 HGT', 'HGT'], place: 'right', required: false },
    { name: 'eyeColour', labels: ['18 EYES', 'EYES'], place: 'right', required: false },
    { name: 'licenceCategories', labels: ['9 CLASS', 'CLASS'], place: 'right', required: false },
    { name: 'licenceEndorsements', labels: ['9a END', 'END'], place: 'right', required: false },
    { name: 'licenceRestrictions', labels: ['12 RESTR', 'REST', 'RESTR'], place: 'right', required: false },
  ],
});
