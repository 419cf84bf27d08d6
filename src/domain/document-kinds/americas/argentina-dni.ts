import { defineKind } from '../document-kind.ts';

/** Documento Nacional de Identidad as a card: zone of TD1, address and CUIL on the back. */
export const argentinaDni = defineKind({
  type: 'national-id',
  country: 'AR',
  subtype: 'dni',
  name: 'Argentine identity card (DNI)',
  languages: ['es', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  barcodes: [{ side: 'front', symbology: 'pdf417', standard: null }],
  dates: { pattern: 'dd mmm yyyy', calendar: 'gregorian' },
  marks: {
    front: ['República Argentina', 'Registro Nacional de las Personas', 'Mercosur'],
    back: ['Cuil', 'Lugar de nacimiento', 'Ministerio del Interior'],
  },
  fields: [
    { name: 'familyNames', labels: ['Apellido / Surname', 'Apellido'], mostLines: 2 },
    { name: 'givenNames', labels: ['Nombre / Name', 'Nombre'], mostLines: 2 },
    { name: 'sex', labels: ['Sexo / Sex', 'Sexo'], required: false },
    { name: 'nationality', labels: ['Nacionalidad / Nationality', 'Nacionalidad'], required: false },
    { name: 'dateOfBirth', labels: ['Fecha de nacimiento / Date of birth', 'Fecha de nacimiento'] },
    { name: 'dateOfIssue', labels: ['Fecha de emisión / Date of issue', 'Fecha de emisión'], required: false },
    { name: 'dateOfExpiry', labels: ['Fecha de vencimiento / Date of expiry', 'Fecha de vencimiento'] },
    { name: 'documentNumber', labels: ['Documento / Document', 'Documento'], shape: '00.000.000' },
    { name: 'address', side: 'back', labels: ['Domicilio'], place: 'right', required: false, mostLines: 2 },
    { name: 'placeOfBirth', side: 'back', labels: ['Lugar de nacimiento'], place: 'right', required: false },
    {
      name: 'taxNumber',
      side: 'back',
      labels: ['Cuil'],
      place: 'right',
      rule: 'ar-cuil',
      shape: '00-00000000-0',
      required: false,
    },
  ],
});
