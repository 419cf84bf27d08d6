import { defineKind } from '../document-kind.ts';

/** Driving licences of the states of Australia. They have no machine-readable zone, and print the name on one line. */
export const australiaDrivingLicence = defineKind({
  type: 'driving-license',
  country: 'AU',
  subtype: null,
  name: 'Driving licence of a state of Australia',
  languages: ['en'],
  size: 'id-1',
  sides: ['front', 'back'],
  dates: { pattern: 'dd mmm yyyy', calendar: 'gregorian' },
  marks: {
    front: [
      'Driver Licence',
      'Australia',
      'New South Wales',
      'Victoria',
      'Queensland',
      'Western Australia',
      'South Australia',
      'Tasmania',
      'Northern Territory',
      'Australian Capital Territory',
    ],
    back: ['Conditions', 'Change of address'],
  },
  fields: [
    { name: 'fullName', labels: ['Name', 'Licence holder'] },
    { name: 'documentNumber', labels: ['Licence No.', 'Licence number', 'Licence No', 'CRN'] },
    { name: 'dateOfBirth', labels: ['Date of birth', 'DOB'] },
    { name: 'dateOfExpiry', labels: ['Licence expiry', 'Expiry date', 'Expiry', 'Expires'] },
    { name: 'address', labels: ['Address'], required: false, mostLines: 3 },
    { name: 'licenceCategories', labels: ['Licence class', 'Licence type', 'Class'], required: false },
    { name: 'cardAccessNumber', labels: ['Card number', 'Card No.'], required: false },
  ],
});
