import { defineKind } from '../document-kind.ts';

/** Carteira Nacional de Habilitação as issued until May 2022: one sheet, folded once, everything on one side. */
export const brazilCnh2006 = defineKind({
  type: 'driving-license',
  country: 'BR',
  subtype: 'cnh-2006',
  name: 'Brazilian driving licence (CNH, until 2022)',
  languages: ['pt'],
  size: 'id-2',
  sides: ['front'],
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  marks: {
    front: [
      'Carteira Nacional de Habilitação',
      'Departamento Nacional de Trânsito',
      'Ministério das Cidades',
      'Doc. Identidade',
    ],
  },
  fields: [
    { name: 'fullName', labels: ['Nome'], mostLines: 2 },
    { name: 'personalNumber', labels: ['Doc. Identidade/Órg. Emissor/UF'], form: 'text', required: false },
    { name: 'taxNumber', labels: ['CPF'], rule: 'br-cpf', shape: '000.000.000-00' },
    { name: 'dateOfBirth', labels: ['Data Nascimento', 'Data de Nascimento'] },
    { name: 'fatherName', labels: ['Filiação'], required: false, mostLines: 4 },
    { name: 'motherName', labels: ['Filiação'], required: false, mostLines: 4 },
    { name: 'licenceCategories', labels: ['Cat. Hab.', 'Cat. Hab'] },
    { name: 'documentNumber', labels: ['Nº Registro'], rule: 'br-cnh-registro', shape: '00000000000' },
    { name: 'dateOfExpiry', labels: ['Validade'] },
    { name: 'dateOfFirstLicence', labels: ['1ª Habilitação'] },
    { name: 'placeOfIssue', labels: ['Local'], required: false },
    { name: 'dateOfIssue', labels: ['Data Emissão', 'Data de Emissão'] },
  ],
});
