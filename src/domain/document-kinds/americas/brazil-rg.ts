import { defineKind } from '../document-kind.ts';

/** Registro Geral of the states (law 7.116/83): portrait on the front, everything else on the back. It does not expire. */
export const brazilRg = defineKind({
  type: 'national-id',
  country: 'BR',
  subtype: 'rg',
  name: 'Brazilian identity card of a state (RG)',
  languages: ['pt'],
  size: 'id-2',
  sides: ['front', 'back'],
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  expires: false,
  marks: {
    front: ['Secretaria da Segurança Pública', 'Instituto de Identificação', 'Carteira de Identidade'],
    back: ['Válida em todo o território nacional', 'Registro Geral', 'Lei nº 7.116 de 29/08/83', 'Doc. Origem'],
  },
  fields: [
    { name: 'documentNumber', side: 'back', labels: ['Registro Geral'], place: 'right' },
    { name: 'dateOfIssue', side: 'back', labels: ['Data de Expedição'], place: 'right' },
    { name: 'fullName', side: 'back', labels: ['Nome'], mostLines: 2 },
    { name: 'fatherName', side: 'back', labels: ['Filiação'], required: false, mostLines: 4 },
    { name: 'motherName', side: 'back', labels: ['Filiação'], required: false, mostLines: 4 },
    { name: 'placeOfBirth', side: 'back', labels: ['Naturalidade'], required: false },
    { name: 'dateOfBirth', side: 'back', labels: ['Data de Nascimento'] },
    {
      name: 'taxNumber',
      side: 'back',
      labels: ['CPF'],
      place: 'right',
      rule: 'br-cpf',
      shape: '000.000.000-00',
      required: false,
    },
  ],
});
