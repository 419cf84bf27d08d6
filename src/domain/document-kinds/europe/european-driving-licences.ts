import { defineKind, type DocumentKind } from '../document-kind.ts';

/** The licence's titles, and the state's names on it. Languages: those of the document that the catalogue knows. */
const states: readonly (readonly [country: string, titles: string, issuer: string, languages: readonly string[]])[] = [
  ['AT', 'Führerschein', 'Republik Österreich', ['de']],
  ['BE', 'Permis de conduire|Rijbewijs|Führerschein', 'Belgique|België|Belgien', ['fr', 'de']],
  ['BG', 'Свидетелство за управление|Driving licence', 'Република България|Republic of Bulgaria', ['en']],
  ['CY', 'Άδεια οδήγησης|Driving licence', 'Κυπριακή Δημοκρατία|Republic of Cyprus', ['en']],
  ['CZ', 'Řidičský průkaz', 'Česká republika', ['en']],
  ['DE', 'Führerschein', 'Bundesrepublik Deutschland', ['de']],
  ['DK', 'Kørekort', 'Danmark|Kongeriget Danmark', ['en']],
  ['EE', 'Juhiluba', 'Eesti Vabariik|Eesti', ['en']],
  ['ES', 'Permiso de conducción', 'Reino de España|España', ['es']],
  ['FI', 'Ajokortti|Körkort', 'Suomi|Finland', ['en']],
  ['FR', 'Permis de conduire', 'République française', ['fr']],
  ['GR', 'Άδεια οδήγησης', 'Ελληνική Δημοκρατία|Hellenic Republic', ['en']],
  ['HR', 'Vozačka dozvola', 'Republika Hrvatska', ['en']],
  ['HU', 'Vezetői engedély', 'Magyarország|Magyar Köztársaság', ['en']],
  ['IE', 'Ceadúnas tiomána|Driving licence', 'Éire|Ireland', ['en']],
  ['IT', 'Patente di guida', 'Repubblica Italiana', ['it']],
  ['LT', 'Vairuotojo pažymėjimas', 'Lietuvos Respublika', ['en']],
  ['LU', 'Permis de conduire', 'Grand-Duché de Luxembourg', ['fr', 'de']],
  ['LV', 'Vadītāja apliecība', 'Latvijas Republika', ['en']],
  ['MT', 'Liċenzja tas-sewqan|Driving licence', 'Malta', ['en']],
  ['NL', 'Rijbewijs', 'Koninkrijk der Nederlanden|Nederland', ['en']],
  ['PL', 'Prawo jazdy', 'Rzeczpospolita Polska', ['pl']],
  ['PT', 'Carta de condução', 'República Portuguesa', ['pt']],
  ['RO', 'Permis de conducere', 'România', ['en']],
  ['SE', 'Körkort', 'Sverige', ['en']],
  ['SI', 'Vozniško dovoljenje', 'Republika Slovenija', ['en']],
  ['SK', 'Vodičský preukaz', 'Slovenská republika', ['en']],
];

/**
 * Driving licences of the member states of the European Union (Directive 2006/126/EC, annex I): one layout of numbered fields, without a
 * standard machine-readable zone. The title and the state's name identify the issuer.
 */
export const europeanDrivingLicences: readonly DocumentKind[] = states.map(([country, titles, issuer, languages]) =>
  defineKind({
    type: 'driving-license',
    country,
    subtype: 'eu-model',
    name: `Driving licence of the European Union's model (${country})`,
    languages,
    size: 'id-1',
    sides: ['front', 'back'],
    dates: { pattern: 'dd.mm.yyyy', calendar: 'gregorian' },
    marks: { front: [...issuer.split('|').slice(0, 1), ...titles.split('|'), ...issuer.split('|').slice(1)] },
    fields: [
      { name: 'familyNames', labels: ['1.'], place: 'right', mostLines: 2 },
      { name: 'givenNames', labels: ['2.'], place: 'right', mostLines: 2 },
      { name: 'dateOfBirth', labels: ['3.'], place: 'right' },
      { name: 'placeOfBirth', labels: ['3.'], form: 'text', place: 'right', required: false },
      { name: 'dateOfIssue', labels: ['4a.'], place: 'right' },
      { name: 'dateOfExpiry', labels: ['4b.'], place: 'right' },
      { name: 'issuingAuthority', labels: ['4c.'], place: 'right', required: false },
      { name: 'personalNumber', labels: ['4d.'], place: 'right', required: false },
      { name: 'documentNumber', labels: ['5.'], place: 'right' },
      { name: 'address', labels: ['8.'], place: 'right', required: false, mostLines: 2 },
      { name: 'licenceCategories', labels: ['9.'], place: 'right', required: false },
    ],
  }),
);
