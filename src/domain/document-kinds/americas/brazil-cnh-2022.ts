import { defineKind } from '../document-kind.ts';

/** Carteira Nacional de Habilitação as issued since June 2022 (resolution CONTRAN 886/2021), with a TD1 zone on the back. */
export const brazilCnh2022 = defineKind({
  type: 'driving-license',
  country: 'BR',
  subtype: 'cnh-2022',
  name: 'Brazilian driving licence (CNH, since 2022)',
  languages: ['pt', 'en', 'es'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I', 'D'] },
  barcodes: [{ side: 'back', symbology: 'qr', standard: null }],
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  marks: {
    front: [
      'Carteira Nacional de Habilitação',
      'Driver License',
      'Permiso de Conducción',
      'Secretaria Nacional de Trânsito',
    ],
    back: ['Primeira Habilitação', 'Primera Licencia', 'Válida em todo o território nacional'],
  },
  fields: [
    { name: 'fullName', labels: ['2 e 1 Nome e Sobrenome', 'Nome e Sobrenome'], mostLines: 2 },
    { name: 'dateOfFirstLicence', labels: ['1ª Habilitação', 'Primeira Habilitação'] },
    { name: 'dateOfBirth', labels: ['3 Data, Local e UF de Nascimento', 'Data, Local e UF de Nascimento'] },
    {
      name: 'placeOfBirth',
      labels: ['3 Data, Local e UF de Nascimento', 'Data, Local e UF de Nascimento'],
      required: false,
    },
    { name: 'dateOfIssue', labels: ['4a Data Emissão', 'Data Emissão'] },
    { name: 'dateOfExpiry', labels: ['4b Validade', 'Validade'] },
    {
      name: 'personalNumber',
      labels: ['4c Doc Identidade/Órg Emissor/UF', 'Doc Identidade/Órg Emissor/UF'],
      form: 'text',
      required: false,
    },
    { name: 'taxNumber', labels: ['4d CPF', 'CPF'], rule: 'br-cpf', shape: '000.000.000-00' },
    {
      name: 'documentNumber',
      labels: ['5 Nº Registro', 'Nº Registro'],
      rule: 'br-cnh-registro',
      shape: '00000000000',
    },
    { name: 'licenceCategories', labels: ['9 Cat Hab', 'Cat Hab'] },
    { name: 'nationality', labels: ['Nacionalidade'], required: false },
    { name: 'fatherName', labels: ['Filiação'], required: false, mostLines: 4 },
    { name: 'motherName', labels: ['Filiação'], required: false, mostLines: 4 },
    { name: 'placeOfIssue', side: 'back', labels: ['Local'], required: false },
  ],
});
