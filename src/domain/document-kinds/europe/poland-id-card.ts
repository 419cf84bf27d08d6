import { defineKind } from '../document-kind.ts';

/** Dowód osobisty since 2015: PESEL and the zone of TD1 on the back. */
export const polandIdCard = defineKind({
  type: 'national-id',
  country: 'PL',
  subtype: 'dowod-osobisty',
  name: 'Polish identity card',
  languages: ['pl', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  sexes: { F: 'K', M: 'M', X: 'X' },
  marks: {
    front: ['Dowód osobisty', 'Rzeczpospolita Polska', 'Imiona rodziców'],
    back: ['Numer PESEL', 'Nazwisko rodowe', 'Organ wydający'],
  },
  fields: [
    { name: 'familyNames', labels: ['Nazwisko / Surname', 'Nazwisko'], mostLines: 2 },
    { name: 'givenNames', labels: ['Imiona / Given names', 'Imiona'], mostLines: 2 },
    { name: 'nationality', labels: ['Obywatelstwo / Nationality', 'Obywatelstwo'], required: false },
    { name: 'dateOfBirth', labels: ['Data urodzenia / Date of birth', 'Data urodzenia'] },
    {
      name: 'documentNumber',
      labels: ['Numer dowodu osobistego / Identity card number', 'Numer dowodu osobistego'],
      rule: 'pl-id-card',
      shape: 'AAA 000000',
    },
    { name: 'dateOfExpiry', labels: ['Termin ważności / Expiry date', 'Termin ważności'] },
    { name: 'sex', labels: ['Płeć / Sex', 'Płeć'], required: false },
    {
      name: 'personalNumber',
      side: 'back',
      labels: ['Numer PESEL / Personal number', 'Numer PESEL'],
      rule: 'pl-pesel',
      shape: '00000000000',
    },
    {
      name: 'placeOfBirth',
      side: 'back',
      labels: ['Miejsce urodzenia / Place of birth', 'Miejsce urodzenia'],
      required: false,
    },
    { name: 'birthName', side: 'back', labels: ['Nazwisko rodowe / Family name', 'Nazwisko rodowe'], required: false },
    { name: 'dateOfIssue', side: 'back', labels: ['Data wydania / Date of issue', 'Data wydania'], required: false },
    {
      name: 'issuingAuthority',
      side: 'back',
      labels: ['Organ wydający / Issuing authority', 'Organ wydający'],
      required: false,
    },
  ],
});
