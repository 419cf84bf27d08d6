import { defineKind } from '../document-kind.ts';

/** Türkiye Cumhuriyeti kimlik kartı. The TD1 zone repeats the identity number in its optional data. */
export const turkeyIdCard = defineKind({
  type: 'national-id',
  country: 'TR',
  subtype: 'kimlik-karti',
  name: 'Turkish identity card',
  languages: ['tr', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'], optionalData: 'personalNumber' },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  sexes: { F: 'K / F', M: 'E / M', X: 'X' },
  marks: {
    front: ['Türkiye Cumhuriyeti Kimlik Kartı', 'Republic of Turkey Identity Card', 'T.C. Kimlik No'],
    back: ['Anne Adı', 'Baba Adı', 'Veren Makam'],
  },
  fields: [
    {
      name: 'personalNumber',
      labels: ['T.C. Kimlik No / TR Identity No', 'T.C. Kimlik No'],
      rule: 'tr-tckn',
      shape: '00000000000',
    },
    { name: 'familyNames', labels: ['Soyadı / Surname', 'Soyadı'] },
    { name: 'givenNames', labels: ['Adı / Given Name(s)', 'Adı'], mostLines: 2 },
    { name: 'dateOfBirth', labels: ['Doğum Tarihi / Date of Birth', 'Doğum Tarihi'] },
    { name: 'sex', labels: ['Cinsiyeti / Gender', 'Cinsiyeti'], required: false },
    { name: 'documentNumber', labels: ['Seri No / Document No', 'Seri No'], shape: 'A00A00000' },
    { name: 'nationality', labels: ['Uyruğu / Nationality', 'Uyruğu'], required: false },
    { name: 'dateOfExpiry', labels: ['Son Geçerlilik / Valid Until', 'Son Geçerlilik'] },
    { name: 'motherName', side: 'back', labels: ["Anne Adı / Mother's Name", 'Anne Adı'], required: false },
    { name: 'fatherName', side: 'back', labels: ["Baba Adı / Father's Name", 'Baba Adı'], required: false },
    { name: 'issuingAuthority', side: 'back', labels: ['Veren Makam / Issued by', 'Veren Makam'], required: false },
  ],
});
