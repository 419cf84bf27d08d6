import { defineKind, type KindFieldDraft } from '../document-kind.ts';

/** The fields that identity cards of most countries print. The zone contains all of them, so only the number is required. */
const fields: readonly KindFieldDraft[] = [
  {
    name: 'documentNumber',
    labels: [
      'Document No.',
      'Document number',
      'Card number',
      'Identity card No.',
      'ID No.',
      'No. du document',
      'Numéro de document',
      'Número de documento',
      'Nº documento',
      'Numero documento',
      'Ausweisnummer',
      'Seri No',
    ],
    required: false,
  },
  {
    name: 'familyNames',
    labels: [
      'Surname',
      'Family name',
      'Primary identifier',
      'Identifiant primaire',
      'Nom',
      'Apellidos',
      'Apelido',
      'Cognome',
      'Name',
      'Nazwisko',
      'Soyadı',
    ],
    required: false,
    mostLines: 2,
  },
  {
    name: 'givenNames',
    labels: [
      'Given names',
      'Given name',
      'Secondary identifier',
      'Identifiant secondaire',
      'First name',
      'Prénoms',
      'Nombres',
      'Nombre',
      'Nomes',
      'Nome',
      'Vornamen',
      'Imiona',
      'Adı',
    ],
    required: false,
    mostLines: 2,
  },
  {
    name: 'dateOfBirth',
    labels: [
      'Date of birth',
      'Date de naissance',
      'Fecha de nacimiento',
      'Data de nascimento',
      'Data di nascita',
      'Geburtsdatum',
      'Geburtstag',
      'Data urodzenia',
      'Doğum tarihi',
    ],
    required: false,
  },
  {
    name: 'dateOfExpiry',
    labels: [
      'Date of expiry',
      'Expiry date',
      'Valid until',
      "Valide jusqu'au",
      "Date d'expiration",
      'Fecha de vencimiento',
      'Fecha de caducidad',
      'Data de validade',
      'Scadenza',
      'Gültig bis',
      'Termin ważności',
      'Son geçerlilik',
    ],
    required: false,
  },
  {
    name: 'nationality',
    labels: ['Nationality', 'Nationalité', 'Nacionalidad', 'Nacionalidade', 'Cittadinanza'],
    required: false,
  },
  {
    name: 'sex',
    labels: ['Sex', 'Sexe', 'Sexo', 'Sesso', 'Geschlecht', 'Płeć', 'Cinsiyeti', 'Gender'],
    required: false,
  },
];

/** Labels under which both names may be on one line. */
const wholeNameLabels = ['Full name', 'Name (Surname, Given names)', 'Name (Last, First)'];

/** The card of size ID-1 of any country (ICAO 9303 part 5), with the zone on its back. */
export const anyIdCardTd1 = defineKind({
  type: 'national-id',
  country: null,
  subtype: 'id-card-td1',
  name: 'Identity card with a zone of three lines',
  languages: ['en', 'fr', 'es', 'pt', 'de', 'it', 'pl', 'tr'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['I', 'A', 'C'] },
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  wholeNameLabels,
  marks: { front: ['Identity card', 'ID card', "Carte d'identité", 'Documento de identidad', 'Personalausweis'] },
  fields,
});

/** The larger card of any country (ICAO 9303 part 6), with the zone on the side of the portrait. */
export const anyIdCardTd2 = defineKind({
  type: 'national-id',
  country: null,
  subtype: 'id-card-td2',
  name: 'Identity card with a zone of two lines',
  languages: ['en', 'fr', 'es', 'pt', 'de', 'it', 'pl', 'tr'],
  size: 'id-2',
  sides: ['front'],
  mrz: { side: 'front', formats: ['TD2'], codes: ['I', 'A', 'C'] },
  dates: { pattern: 'dd/mm/yyyy', calendar: 'gregorian' },
  wholeNameLabels,
  marks: { front: ['Identity card', "Carte d'identité", 'Documento de identidad', 'Personalausweis'] },
  fields,
});
