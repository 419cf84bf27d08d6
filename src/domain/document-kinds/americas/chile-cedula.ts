import { defineKind } from '../document-kind.ts';

/** Cédula de identidad of Chile: the RUN is on the front, the TD1 zone and a QR code are on the back. */
export const chileCedula = defineKind({
  type: 'national-id',
  country: 'CL',
  subtype: 'cedula',
  name: 'Chilean identity card',
  languages: ['es'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  barcodes: [{ side: 'back', symbology: 'qr', standard: null }],
  dates: { pattern: 'dd mmm yyyy', calendar: 'gregorian' },
  marks: {
    front: ['República de Chile', 'Servicio de Registro Civil e Identificación', 'Cédula de identidad'],
    back: ['Nació en', 'Inscripción', 'Profesión'],
  },
  fields: [
    { name: 'familyNames', labels: ['Apellidos'], mostLines: 2 },
    { name: 'givenNames', labels: ['Nombres'] },
    { name: 'nationality', labels: ['Nacionalidad'], required: false },
    { name: 'sex', labels: ['Sexo'], required: false },
    { name: 'dateOfBirth', labels: ['Fecha de nacimiento'] },
    { name: 'documentNumber', labels: ['Número documento', 'Nº documento'] },
    { name: 'dateOfIssue', labels: ['Fecha de emisión'], required: false },
    { name: 'dateOfExpiry', labels: ['Fecha de vencimiento'] },
    { name: 'personalNumber', labels: ['RUN'], place: 'right', rule: 'cl-run', shape: '00.000.000-X' },
    { name: 'placeOfBirth', side: 'back', labels: ['Nació en'], place: 'right', required: false },
  ],
});
