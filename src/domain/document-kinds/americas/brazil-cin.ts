import { defineKind } from '../document-kind.ts';

/** Carteira de Identidade Nacional (decree 10.977/2022): the number is the CPF; zone of TD1 and a QR code on the back. */
export const brazilCin = defineKind({
  type: 'national-id',
  country: 'BR',
  subtype: 'cin',
  name: 'Brazilian national identity card (CIN)',
  languages: ['pt', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  barcodes: [{ side: 'back', symbology: 'qr', standard: null }],
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  marks: {
    front: ['Carteira de Identidade', 'Registro Geral - CPF', 'Personal Number', 'Governo Federal'],
    back: ['Órgão Expedidor', 'Card Issuer', 'Filiação / Filiation'],
  },
  fields: [
    { name: 'fullName', labels: ['Nome / Name', 'Nome'], mostLines: 2 },
    {
      name: 'personalNumber',
      labels: ['Registro Geral - CPF / Personal Number', 'Registro Geral - CPF'],
      rule: 'br-cpf',
      shape: '000.000.000-00',
    },
    { name: 'sex', labels: ['Sexo / Sex', 'Sexo'], required: false },
    { name: 'dateOfBirth', labels: ['Data de Nascimento / Date of Birth', 'Data de Nascimento'] },
    { name: 'nationality', labels: ['Nacionalidade / Nationality', 'Nacionalidade'], required: false },
    { name: 'placeOfBirth', labels: ['Naturalidade / Place of Birth', 'Naturalidade'], required: false },
    { name: 'dateOfExpiry', labels: ['Data de Validade / Expiry Date', 'Data de Validade'] },
    { name: 'fatherName', side: 'back', labels: ['Filiação / Filiation', 'Filiação'], required: false, mostLines: 4 },
    { name: 'motherName', side: 'back', labels: ['Filiação / Filiation', 'Filiação'], required: false, mostLines: 4 },
    {
      name: 'issuingAuthority',
      side: 'back',
      labels: ['Órgão Expedidor / Card Issuer', 'Órgão Expedidor'],
      required: false,
    },
    { name: 'placeOfIssue', side: 'back', labels: ['Local / Place of Issue', 'Local de Emissão'], required: false },
    {
      name: 'dateOfIssue',
      side: 'back',
      labels: ['Data de Emissão / Date of Issue', 'Data de Emissão'],
      required: false,
    },
  ],
});
