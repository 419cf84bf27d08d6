import { defineKind } from '../document-kind.ts';

/** Carta d'identità elettronica 3.0. Its number is printed in a corner without a label; the tax code and the TD1 zone are on the back. */
export const italyCie = defineKind({
  type: 'national-id',
  country: 'IT',
  subtype: 'cie',
  name: 'Italian electronic identity card',
  languages: ['it', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['C', 'I'] },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  marks: {
    front: ['Carta di identità', 'Repubblica Italiana', "Ministero dell'Interno", 'Comune di'],
    back: ['Codice fiscale', 'Indirizzo di residenza'],
  },
  fields: [
    { name: 'documentNumber', labels: ['Numero del documento'], place: 'anywhere', shape: 'AA00000AA' },
    { name: 'issuingAuthority', labels: ['Comune di / Municipality', 'Comune di'], required: false },
    { name: 'familyNames', labels: ['Cognome / Surname', 'Cognome'] },
    { name: 'givenNames', labels: ['Nome / Name', 'Nome'], mostLines: 2 },
    {
      name: 'dateOfBirth',
      labels: ['Luogo e data di nascita / Place and date of birth', 'Luogo e data di nascita'],
    },
    {
      name: 'placeOfBirth',
      labels: ['Luogo e data di nascita / Place and date of birth', 'Luogo e data di nascita'],
      required: false,
    },
    { name: 'sex', labels: ['Sesso / Sex', 'Sesso'], required: false },
    { name: 'height', labels: ['Statura / Height', 'Statura'], required: false },
    { name: 'nationality', labels: ['Cittadinanza / Nationality', 'Cittadinanza'], required: false },
    { name: 'dateOfIssue', labels: ['Emissione / Issuing', 'Emissione'], required: false },
    { name: 'dateOfExpiry', labels: ['Scadenza / Expiry', 'Scadenza'] },
    {
      name: 'taxNumber',
      side: 'back',
      labels: ['Codice fiscale / Fiscal code', 'Codice fiscale'],
      rule: 'it-codice-fiscale',
      shape: 'AAAAAA00A00A000A',
    },
    {
      name: 'address',
      side: 'back',
      labels: ['Indirizzo di residenza / Residence', 'Indirizzo di residenza'],
      required: false,
      mostLines: 2,
    },
  ],
});
