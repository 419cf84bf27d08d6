import { defineKind } from '../document-kind.ts';

/** Personalausweis since 2010. Its number is printed in a corner without a label. */
export const germanyIdCard = defineKind({
  type: 'national-id',
  country: 'DE',
  subtype: 'personalausweis',
  name: 'German identity card',
  languages: ['de', 'en', 'fr'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  marks: {
    front: ['Bundesrepublik Deutschland', 'Personalausweis'],
    back: ['Anschrift', 'Augenfarbe', 'Behörde'],
  },
  fields: [
    { name: 'documentNumber', labels: ['Ausweisnummer'], place: 'anywhere', rule: 'de-id-card', shape: 'AXXXXXXXX' },
    { name: 'familyNames', labels: ['Name/Surname/Nom', '[a] Name/Surname/Nom'], mostLines: 2 },
    { name: 'birthName', labels: ['Geburtsname/Name at birth/Nom de naissance'], required: false, mostLines: 2 },
    { name: 'givenNames', labels: ['Vornamen/Given names/Prénoms'], mostLines: 2 },
    { name: 'dateOfBirth', labels: ['Geburtstag/Date of birth/Date de naissance'] },
    { name: 'nationality', labels: ['Staatsangehörigkeit/Nationality/Nationalité'], required: false },
    { name: 'placeOfBirth', labels: ['Geburtsort/Place of birth/Lieu de naissance'], required: false },
    { name: 'dateOfExpiry', labels: ["Gültig bis/Date of expiry/Date d'expiration"] },
    { name: 'eyeColour', side: 'back', labels: ['Augenfarbe/Colour of eyes/Couleur des yeux'], required: false },
    { name: 'height', side: 'back', labels: ['Größe/Height/Taille'], required: false },
    { name: 'dateOfIssue', side: 'back', labels: ['Datum/Date/Date'], required: false },
    { name: 'issuingAuthority', side: 'back', labels: ['Behörde/Authority/Autorité'], required: false },
    { name: 'address', side: 'back', labels: ['Anschrift/Address/Adresse'], required: false, mostLines: 3 },
  ],
});
