import { defineKind } from '../document-kind.ts';

/**
 * Residence permits of any country: the uniform format of the European Union (Regulation 1030/2002), and cards like it. They are not
 * identity cards of their issuer, so a flow accepts them only by name. The zone is that of a TD1 card, mostly with a separate document
 * code.
 */
export const anyResidencePermit = defineKind({
  type: 'national-id',
  country: null,
  subtype: 'residence-permit',
  mustBeNamed: true,
  name: 'Residence permit',
  languages: ['en', 'fr', 'es', 'pt', 'de', 'it', 'pl', 'tr'],
  size: 'id-1',
  sides: ['front', 'back'],
  mrz: { side: 'back', formats: ['TD1'], codes: ['IR', 'AR', 'CR', 'C1', 'C2', 'I', 'A', 'C'] },
  dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
  wholeNameLabels: ['Name, Vornamen', 'Surname, Forenames', 'Nom, prénoms'],
  marks: {
    front: [
      'Residence permit',
      'Permanent resident',
      'Titre de séjour',
      'Aufenthaltstitel',
      'Aufenthaltserlaubnis',
      'Permiso de residencia',
      'Título de residência',
      'Permesso di soggiorno',
      'Verblijfstitel',
      'Karta pobytu',
      'Povolení k pobytu',
      'Uppehållstillstånd',
      'Opholdstilladelse',
      'İkamet izni',
    ],
  },
  fields: [
    {
      name: 'familyNames',
      labels: ['Surname', 'Name', 'Nom', 'Apellidos', 'Apelido', 'Cognome', 'Nazwisko', 'Soyadı'],
      required: false,
      mostLines: 2,
    },
    {
      name: 'givenNames',
      labels: ['Forenames', 'Given names', 'Prénoms', 'Nombre', 'Nomes', 'Nome', 'Vornamen', 'Imiona', 'Adı'],
      required: false,
      mostLines: 2,
    },
    {
      name: 'documentNumber',
      labels: [
        'Document No.',
        'Card number',
        'Numéro de document',
        'Número de documento',
        'Nummer',
        'Numer karty',
        'USCIS#',
      ],
      required: false,
    },
    {
      name: 'dateOfExpiry',
      labels: [
        'Valid until',
        "Valable jusqu'au",
        'Gültig bis',
        'Válido hasta',
        'Válido até',
        'Scadenza',
        'Card expires',
      ],
      required: false,
    },
    {
      name: 'placeOfIssue',
      labels: ['Place of issue', 'Lieu de délivrance', 'Ausstellungsort', 'Lugar de expedición', 'Local de emissão'],
      required: false,
    },
    { name: 'sex', labels: ['Sex', 'Sexe', 'Sexo', 'Sesso', 'Geschlecht', 'Płeć'], side: 'back', required: false },
    {
      name: 'nationality',
      labels: ['Nationality', 'Nationalité', 'Nacionalidad', 'Nacionalidade', 'Staatsangehörigkeit', 'Obywatelstwo'],
      side: 'back',
      required: false,
    },
    {
      name: 'dateOfBirth',
      labels: ['Date of birth', 'Date de naissance', 'Geburtsdatum', 'Fecha de nacimiento', 'Data de nascimento'],
      side: 'back',
      required: false,
    },
    {
      name: 'placeOfBirth',
      labels: ['Place of birth', 'Lieu de naissance', 'Geburtsort', 'Lugar de nacimiento', 'Local de nascimento'],
      side: 'back',
      required: false,
    },
  ],
});
