import { defineKind } from '../document-kind.ts';

/** Credencial para votar of the Instituto Nacional Electoral: names in three lines, zone of TD1 on the back. */
export const mexicoIne = defineKind({
  type: 'national-id',
  country: 'MX',
  subtype: 'ine',
  name: 'Mexican voting card (INE)',
  languages: ['es'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  barcodes: [{ side: 'back', symbology: 'qr', standard: null }],
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  sexes: { F: 'M', M: 'H', X: 'X' },
  nameOrder: 'family-first',
  marks: { front: ['Instituto Nacional Electoral', 'Credencial para votar', 'Clave de elector'] },
  fields: [
    { name: 'fullName', labels: ['Nombre'], mostLines: 3 },
    { name: 'address', labels: ['Domicilio'], mostLines: 3 },
    { name: 'registrationNumber', labels: ['Clave de elector'], place: 'right', shape: 'AAAAAA00000000A000' },
    { name: 'personalNumber', labels: ['CURP'], rule: 'mx-curp', shape: 'AAAA000000AAAAAAX0' },
    { name: 'dateOfBirth', labels: ['Fecha de nacimiento'] },
    { name: 'sex', labels: ['Sexo'], place: 'right', required: false },
    { name: 'dateOfExpiry', labels: ['Vigencia'], form: 'year-range' },
  ],
});
