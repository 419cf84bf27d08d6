import { defineKind, type KindFieldDraft } from '../document-kind.ts';

const holder: readonly KindFieldDraft[] = [
  { name: 'documentNumber', labels: ['DNI'], place: 'right', rule: 'pe-dni', shape: '00000000-X' },
  { name: 'familyNames', labels: ['Primer Apellido'] },
];

/** The blue DNI, with the TD1 zone below the portrait. */
export const peruDniBlue = defineKind({
  type: 'national-id',
  country: 'PE',
  subtype: 'dni-blue',
  name: 'Peruvian identity card (DNI, blue)',
  languages: ['es'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'front', formats: ['TD1'], codes: ['I'] },
  barcodes: [{ side: 'back', symbology: 'pdf417', standard: null }],
  dates: { pattern: 'dd mm yyyy', calendar: 'gregorian' },
  marks: {
    front: ['República del Perú', 'Registro Nacional de Identificación y Estado Civil', 'Pre Nombres'],
    back: ['Departamento', 'Provincia', 'Distrito', 'Dirección'],
  },
  fields: [
    ...holder,
    { name: 'familyNames', labels: ['Segundo Apellido'] },
    { name: 'givenNames', labels: ['Pre Nombres'] },
    { name: 'dateOfBirth', labels: ['Nacimiento: Fecha y Ubigeo', 'Fecha de Nacimiento'] },
    { name: 'sex', labels: ['Sexo'], required: false },
    { name: 'maritalStatus', labels: ['Estado Civil'], required: false },
    { name: 'dateOfIssue', labels: ['Fecha de Emisión', 'Fecha Emisión'], required: false },
    { name: 'dateOfExpiry', labels: ['Fecha de Caducidad', 'Fecha Caducidad'] },
    { name: 'address', side: 'back', labels: ['Dirección'], required: false, mostLines: 2 },
  ],
});

/** The electronic DNI, with the zone on the back. */
export const peruDnie = defineKind({
  type: 'national-id',
  country: 'PE',
  subtype: 'dnie',
  name: 'Peruvian identity card (DNI electrónico)',
  languages: ['es'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  dates: { pattern: 'dd mm yyyy', calendar: 'gregorian' },
  marks: {
    front: ['República del Perú', 'Documento Nacional de Identidad Electrónico', 'Prenombres'],
    back: ['Grupo de votación', 'Donación de órganos', 'Dirección'],
  },
  fields: [
    ...holder,
    { name: 'familyNames', labels: ['Segundo Apellido'] },
    { name: 'givenNames', labels: ['Prenombres'] },
    { name: 'sex', labels: ['Sexo'], required: false },
    { name: 'maritalStatus', labels: ['Estado Civil'], required: false },
    { name: 'dateOfBirth', labels: ['Fecha de Nacimiento'] },
    { name: 'dateOfIssue', labels: ['Fecha de Emisión'], required: false },
    { name: 'dateOfExpiry', labels: ['Fecha de Caducidad'] },
    { name: 'address', side: 'back', labels: ['Dirección'], required: false, mostLines: 2 },
  ],
});
