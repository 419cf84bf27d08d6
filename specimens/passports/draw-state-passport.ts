import { drawSpecimen, printedDate, type PlacedField, type Specimen } from '../documents/draw-specimen.ts';
import type { SpecimenHolder } from '../documents/draw-holder.ts';
import type { StatePassport } from './state-passports.ts';

/** Type, code, number, surname, given names, nationality, birth, sex, place of birth, issue, authority, expiry. */
const captions: Readonly<Record<StatePassport['captions'], string>> = {
  en: 'Type|Country code|Passport No.|Surname|Given names|Nationality|Date of birth|Sex|Place of birth|Date of issue|Authority|Date of expiry',
  es: 'Tipo|Código del país|Pasaporte No.|Apellidos|Nombres|Nacionalidad|Fecha de nacimiento|Sexo|Lugar de nacimiento|Fecha de expedición|Autoridad|Fecha de vencimiento',
  fr: "Type|Code du pays|N° du passeport|Nom|Prénoms|Nationalité|Date de naissance|Sexe|Lieu de naissance|Date de délivrance|Autorité|Date d'expiration",
  pt: 'Tipo|Código do país|Passaporte N.º|Apelidos|Nomes próprios|Nacionalidade|Data de nascimento|Sexo|Local de nascimento|Data de emissão|Autoridade|Data de validade',
};

/** Of no state in particular: the titles are what differs. */
const people = [
  { surname: 'MARTIN', givenNames: 'SARAH', sex: 'F' },
  { surname: 'OKORO', givenNames: 'DAVID', sex: 'M' },
  { surname: 'SILVA', givenNames: 'MARIA', sex: 'F' },
  { surname: 'HASSAN', givenNames: 'YUSUF', sex: 'M' },
  { surname: 'TUPOU', givenNames: 'LOSA', sex: 'F' },
  { surname: 'WILLIAMS', givenNames: 'PETER JOHN', sex: 'M' },
  { surname: 'GARCIA', givenNames: 'ELENA', sex: 'F' },
  { surname: 'KAMAU', givenNames: 'JOSEPH', sex: 'M' },
  { surname: 'DIALLO', givenNames: 'AMINATA', sex: 'F' },
  { surname: 'NGUYEN', givenNames: 'MINH', sex: 'M' },
] as const;

/** In millimetres: from a row of values to the next with few and with many lines of titles, and the values' left edge. */
const [wideRowMm, narrowRowMm] = [6.8, 6.2];
const titleLineMm = 3.8;
const left = 45;

/** Draws the data page of a state's passport, of a person whom the seed picks. */
export function drawStatePassport(passport: StatePassport, { seed }: { seed: number }): Promise<Specimen> {
  const [title = '', ...titles] = passport.titles;
  return drawSpecimen(
    {
      format: 'TD3',
      width: 125,
      height: 88,
      title: { text: title, x: 30, y: 6 },
      portrait: { x: 6, y: 21, width: 33, height: 42 },
      mrz: { x: 6.5, lastBaselineAboveBottom: 6 },
      fields: (holder) => fieldsOf(passport, titles, holder),
    },
    {
      seed,
      holder: {
        ...people[seed % people.length],
        issuer: passport.code,
        nationality: passport.nationality,
        personalNumber: null,
        placeOfBirth: 'SPRINGFIELD',
      },
    },
  );
}

function fieldsOf(passport: StatePassport, titles: readonly string[], holder: SpecimenHolder): PlacedField[] {
  const names = [...new Set([...passport.names, 'PASSPORT'])];
  const fields: PlacedField[] = [
    ...titles.map((value, index) => ({ caption: '', value, x: left, y: 10 + titleLineMm * index })),
    ...names.map((value, index) => ({ caption: '', value, x: 6, y: 12 + 4 * index })),
  ];
  const [type = '', code = '', number = '', surname = '', givenNames = '', nationality = '', ...more] =
    captions[passport.captions].split('|');
  const [birth = '', sex = '', place = '', issue = '', authority = '', expiry = ''] = more;
  const rowMm = titles.length > 1 ? narrowRowMm : wideRowMm;
  let y = 15.6 + titleLineMm * Math.max(0, titles.length - 1);
  const addRow = (...row: readonly (readonly [caption: string, value: string, x: number])[]) => {
    fields.push(...row.map(([caption, value, x]) => ({ caption, value, x, y })));
    y += rowMm;
  };
  addRow([type, 'P', left], [code, holder.issuer, 60], [number, holder.documentNumber, 94]);
  addRow([surname, holder.surname, left]);
  addRow([givenNames, holder.givenNames, left]);
  addRow([nationality, passport.printedNationality, left]);
  addRow([birth, printedDate(holder.dateOfBirth), left]);
  addRow([sex, holder.sex, left], [place, holder.placeOfBirth, 72]);
  addRow([issue, printedDate(holder.issueDate), left], [authority, 'MINISTRY OF INTERIOR', 85]);
  addRow([expiry, printedDate(holder.expirationDate), left]);
  return fields;
}
