import { defineKind } from '../document-kind.ts';

/** The yellow cédula de ciudadanía: its labels are below their values, and its back has a PDF417 that repeats them. It does not expire. */
export const colombiaCedulaYellow = defineKind({
  type: 'national-id',
  country: 'CO',
  subtype: 'cedula-yellow',
  name: 'Colombian identity card (cédula, yellow)',
  languages: ['es'],
  size: 'id-1',
  sides: ['front', 'back'],
  barcodes: [{ side: 'back', symbology: 'pdf417', standard: 'co-cedula' }],
  dates: { pattern: 'dd-mmm-yyyy', calendar: 'gregorian' },
  expires: false,
  marks: {
    front: ['República de Colombia', 'Identificación personal', 'Cédula de ciudadanía'],
    back: ['Registrador Nacional', 'Índice derecho', 'Fecha y lugar de expedición'],
  },
  fields: [
    { name: 'documentNumber', labels: ['Número'], place: 'right' },
    { name: 'familyNames', labels: ['Apellidos'], place: 'above' },
    { name: 'givenNames', labels: ['Nombres'], place: 'above' },
    { name: 'dateOfBirth', side: 'back', labels: ['Fecha de nacimiento'], place: 'right' },
    {
      name: 'placeOfBirth',
      side: 'back',
      labels: ['Lugar de nacimiento'],
      place: 'above',
      required: false,
      mostLines: 2,
    },
    { name: 'height', side: 'back', labels: ['Estatura'], place: 'above', required: false },
    { name: 'bloodType', side: 'back', labels: ['G.S. RH'], place: 'above', required: false },
    { name: 'sex', side: 'back', labels: ['Sexo'], place: 'above', required: false },
    { name: 'dateOfIssue', side: 'back', labels: ['Fecha y lugar de expedición'], place: 'above' },
    { name: 'placeOfIssue', side: 'back', labels: ['Fecha y lugar de expedición'], place: 'above', required: false },
  ],
});

/** The cédula of polycarbonate since 2020: zone of TD1 on the back. */
export const colombiaCedulaDigital = defineKind({
  type: 'national-id',
  country: 'CO',
  subtype: 'cedula-digital',
  name: 'Colombian identity card (cédula digital)',
  languages: ['es'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  barcodes: [{ side: 'back', symbology: 'qr', standard: null }],
  dates: { pattern: 'dd mmm yyyy', calendar: 'gregorian' },
  marks: { front: ['República de Colombia', 'Cédula de ciudadanía', 'NUIP'] },
  fields: [
    { name: 'personalNumber', labels: ['NUIP'], place: 'right' },
    { name: 'familyNames', labels: ['Apellidos'] },
    { name: 'givenNames', labels: ['Nombres'] },
    { name: 'nationality', labels: ['Nacionalidad'], required: false },
    { name: 'height', labels: ['Estatura'], required: false },
    { name: 'sex', labels: ['Sexo'], required: false },
    { name: 'dateOfBirth', labels: ['Fecha de nacimiento'] },
    { name: 'bloodType', labels: ['G.S.'], required: false },
    { name: 'placeOfBirth', labels: ['Lugar de nacimiento'], required: false },
    { name: 'dateOfIssue', labels: ['Fecha y lugar de expedición'], required: false },
    { name: 'placeOfIssue', labels: ['Fecha y lugar de expedición'], required: false },
    { name: 'dateOfExpiry', labels: ['Fecha de expiración'] },
  ],
});
