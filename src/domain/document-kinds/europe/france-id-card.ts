import { defineKind } from '../document-kind.ts';

/** Carte nationale d'identité since 2021: zone of TD1 on the back. */
export const franceIdCard2021 = defineKind({
  type: 'national-id',
  country: 'FR',
  subtype: 'cni-2021',
  name: 'French identity card (since 2021)',
  languages: ['fr', 'en'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I'] },
  dates: { pattern: 'dd mm yyyy', calendar: 'gregorian' },
  marks: {
    front: ["Carte nationale d'identité", 'République française', "Nom d'usage", "Date d'expir."],
    back: ['Adresse', 'Taille', 'Date de délivrance'],
  },
  fields: [
    { name: 'familyNames', labels: ['Nom / Surname', 'Nom'] },
    { name: 'givenNames', labels: ['Prénoms / Given names', 'Prénoms'], mostLines: 2 },
    { name: 'sex', labels: ['Sexe / Sex', 'Sexe'], required: false },
    { name: 'nationality', labels: ['Nationalité / Nationality', 'Nationalité'], required: false },
    { name: 'dateOfBirth', labels: ['Date de naiss. / Date of birth', 'Date de naissance'] },
    { name: 'placeOfBirth', labels: ['Lieu de naissance / Place of birth', 'Lieu de naissance'], required: false },
    { name: 'documentNumber', labels: ['N° du document / Document No.', 'N° du document'], shape: 'XXXXXXXXX' },
    { name: 'dateOfExpiry', labels: ["Date d'expir. / Expiry date", "Date d'expiration"] },
    { name: 'address', side: 'back', labels: ['Adresse / Address', 'Adresse'], required: false, mostLines: 3 },
    { name: 'height', side: 'back', labels: ['Taille / Height', 'Taille'], required: false },
    {
      name: 'dateOfIssue',
      side: 'back',
      labels: ['Date de délivrance / Date of issue', 'Date de délivrance'],
      required: false,
    },
  ],
});

/**
 * Carte nationale d'identité from 1995 to 2021. Its zone of two lines does not follow ICAO 9303 and has no date of expiry. Source of its
 * validity: décret n° 55-1397, article 1, as changed by article 2 of décret n° 2013-1188 from 1 January 2014, which also prolonged the cards
 * of adults that were still valid.
 */
export const franceIdCard1995 = defineKind({
  type: 'national-id',
  country: 'FR',
  subtype: 'cni-1995',
  name: 'French identity card (until 2021)',
  languages: ['fr'],
  size: 'id-2',
  sides: ['front', 'back'],
  mrz: { side: 'front', formats: ['FR-ID'], codes: ['I'] },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  yearsValid: [
    { issuedFrom: '2014-01', adults: 15, minors: 10 },
    { issuedFrom: '1995-01', adults: 10, minors: 10 },
  ],
  prolonged: [{ issuedFrom: '2004-01-02', issuedTo: '2013-12-31', years: 5 }],
  marks: {
    front: ["Carte nationale d'identité n°", 'République française', 'Né(e) le'],
    back: ["Carte valable jusqu'au", 'Délivrée le', 'Signature de'],
  },
  fields: [
    {
      name: 'documentNumber',
      labels: ["Carte nationale d'identité n°"],
      place: 'right',
      shape: '0000XXX00000',
      beginsWithMonth: true,
    },
    { name: 'familyNames', labels: ['Nom'], place: 'right' },
    { name: 'givenNames', labels: ['Prénom(s)'], place: 'right', mostLines: 2 },
    { name: 'sex', labels: ['Sexe'], place: 'right', required: false },
    { name: 'dateOfBirth', labels: ['Né(e) le'], place: 'right' },
    { name: 'height', labels: ['Taille'], place: 'right', required: false },
    { name: 'address', side: 'back', labels: ['Adresse'], place: 'right', required: false, mostLines: 3 },
    { name: 'dateOfExpiry', side: 'back', labels: ["Carte valable jusqu'au"], place: 'right' },
    { name: 'dateOfIssue', side: 'back', labels: ['Délivrée le'], place: 'right', required: false },
  ],
});
