import { defineKind } from '../document-kind.ts';

/** Cartão de cidadão. Its back has a TD1 zone whose long document number equals the printed one. */
export const portugalCc = defineKind({
  type: 'national-id',
  country: 'PT',
  subtype: 'cc',
  name: 'Portuguese citizen card',
  languages: ['pt', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  dates: { pattern: 'dd mm yyyy', calendar: 'gregorian' },
  marks: {
    front: ['Cartão de Cidadão', 'Citizen Card', 'República Portuguesa'],
    back: ['Identificação Fiscal', 'Segurança Social', 'Utente de Saúde'],
  },
  fields: [
    { name: 'familyNames', labels: ['Apelido(s) / Surname', 'Apelido(s)'], mostLines: 2 },
    { name: 'givenNames', labels: ['Nome(s) / Given name', 'Nome(s)'], mostLines: 2 },
    { name: 'sex', labels: ['Sexo / Sex', 'Sexo'], required: false },
    { name: 'height', labels: ['Altura / Height', 'Altura'], required: false },
    { name: 'nationality', labels: ['Nacionalidade / Nationality', 'Nacionalidade'], required: false },
    { name: 'dateOfBirth', labels: ['Data de nascimento / Date of birth', 'Data de nascimento'] },
    {
      name: 'documentNumber',
      labels: ['N.º Documento / Document No.', 'N.º Documento'],
      rule: 'pt-cc',
      shape: '00000000 0 XX0',
    },
    { name: 'dateOfExpiry', labels: ['Data de validade / Expiry date', 'Data de validade'] },
    { name: 'fatherName', side: 'back', labels: ['Filiação / Parents', 'Filiação'], required: false, mostLines: 4 },
    { name: 'motherName', side: 'back', labels: ['Filiação / Parents', 'Filiação'], required: false, mostLines: 4 },
    {
      name: 'taxNumber',
      side: 'back',
      labels: ['N.º Identificação Fiscal / Tax No.', 'N.º Identificação Fiscal'],
      rule: 'pt-nif',
      shape: '000000000',
      required: false,
    },
  ],
});
