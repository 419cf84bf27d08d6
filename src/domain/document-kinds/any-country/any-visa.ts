import { defineKind } from '../document-kind.ts';

/**
 * The visa of any country, of either size (ICAO 9303 part 7). It permits entry and does not prove identity, so a flow accepts it only by
 * name. Its zone has no composite check digit, and the date of expiry is the last day of the visa. The number in the zone belongs to the
 * visa or to the passport.
 */
export const anyVisa = defineKind({
  type: 'passport',
  country: null,
  subtype: 'visa',
  mustBeNamed: true,
  name: 'Visa',
  languages: ['en', 'fr', 'es', 'pt', 'de', 'it', 'pl', 'tr'],
  size: 'id-3',
  sides: ['front'],
  mrz: { side: 'front', formats: ['MRV-A', 'MRV-B'], codes: ['V'] },
  dates: { pattern: 'dd mmm yyyy', calendar: 'gregorian' },
  wholeNameLabels: ['Name', 'Full name', 'Surname, name', 'Surname, given names'],
  marks: { front: ['Visa', 'Visum', 'Visado', 'Visto', 'Wiza', 'Vize'] },
  fields: [
    {
      name: 'documentNumber',
      labels: [
        'Visa number',
        'Visa No.',
        'Passport number',
        'Passport No.',
        'Number of passport',
        'Document No.',
        'Document number',
        'Numéro de visa',
        'Numéro du passeport',
        'Número de visado',
        'Número de pasaporte',
        'Número do visto',
        'Visumnummer',
        'Passnummer',
      ],
      required: false,
      isOneOfSeveral: true,
    },
    {
      name: 'placeOfIssue',
      labels: ['Issued in', 'Place of issue', 'Issuing post name', 'Délivré à', 'Expedido en', 'Ausgestellt in'],
      required: false,
    },
    {
      name: 'dateOfIssue',
      labels: ['Issue date', 'Date of issue', 'Date de délivrance', 'Fecha de expedición', 'Data de emissão'],
      required: false,
    },
    {
      name: 'dateOfExpiry',
      labels: [
        'Valid until',
        'Until',
        'Expiration date',
        'Expiry date',
        'Date of expiry',
        "Valable jusqu'au",
        "Date d'expiration",
        'Válido hasta',
        'Válido até',
        'Gültig bis',
      ],
      required: false,
    },
    {
      name: 'familyNames',
      labels: ['Surname', 'Family name', 'Nom', 'Apellidos', 'Apelidos', 'Cognome', 'Nazwisko', 'Soyadı'],
      required: false,
      mostLines: 2,
    },
    {
      name: 'givenNames',
      labels: ['Given name', 'Given names', 'Prénoms', 'Nombres', 'Nomes', 'Vornamen', 'Imiona', 'Adı'],
      required: false,
      mostLines: 2,
    },
    {
      name: 'sex',
      labels: ['Sex', 'Sexe', 'Sexo', 'Sesso', 'Geschlecht', 'Płeć', 'Cinsiyeti'],
      required: false,
    },
    {
      name: 'dateOfBirth',
      labels: ['Date of birth', 'Birth date', 'Date de naissance', 'Fecha de nacimiento', 'Geburtsdatum'],
      required: false,
    },
    {
      name: 'nationality',
      labels: ['Nationality', 'Nationalité', 'Nacionalidad', 'Nacionalidade', 'Staatsangehörigkeit', 'Uyruğu'],
      required: false,
    },
  ],
});
