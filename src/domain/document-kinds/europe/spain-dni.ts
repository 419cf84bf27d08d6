import { defineKind } from '../document-kind.ts';

/** Documento Nacional de Identidad 3.0 and 4.0. The zone's document number is the support number; its optional data contain the DNI. */
export const spainDni = defineKind({
  type: 'national-id',
  country: 'ES',
  subtype: 'dni',
  name: 'Spanish identity card (DNI)',
  languages: ['es', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'], optionalData: 'personalNumber' },
  dates: { pattern: 'dd mm yyyy', calendar: 'gregorian' },
  nameOrder: 'family-first',
  marks: {
    front: ['Documento Nacional de Identidad', 'Reino de España', 'Num soport'],
    back: ['Domicilio', 'Lugar de nacimiento', 'Hijo/a de', 'Equipo'],
  },
  fields: [
    { name: 'personalNumber', labels: ['DNI'], place: 'right', rule: 'es-dni-nie', shape: '00000000A' },
    { name: 'familyNames', labels: ['Apellidos / Surnames', 'Apellidos'], mostLines: 2 },
    { name: 'givenNames', labels: ['Nombre / Name', 'Nombre'] },
    { name: 'sex', labels: ['Sexo / Sex', 'Sexo'], required: false },
    { name: 'nationality', labels: ['Nacionalidad / Nationality', 'Nacionalidad'], required: false },
    { name: 'dateOfBirth', labels: ['Fecha de nacimiento / Date of birth', 'Fecha de nacimiento'] },
    { name: 'dateOfIssue', labels: ['Emisión / Date of issue', 'Emisión'], required: false },
    { name: 'dateOfExpiry', labels: ['Validez / Date of expiry', 'Validez', 'Válido hasta'] },
    { name: 'documentNumber', labels: ['Num soport / Card num', 'Num soport', 'IDESP'], shape: 'AAA000000' },
    { name: 'address', side: 'back', labels: ['Domicilio / Address', 'Domicilio'], required: false, mostLines: 3 },
    {
      name: 'placeOfBirth',
      side: 'back',
      labels: ['Lugar de nacimiento / Place of birth', 'Lugar de nacimiento'],
      required: false,
      mostLines: 2,
    },
  ],
});
