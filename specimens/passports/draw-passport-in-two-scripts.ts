import {
  drawSpecimen,
  printedDate,
  type PlacedField,
  type Specimen,
  type SpecimenLayout,
} from '../documents/draw-specimen.ts';
import type { SpecimenHolder } from '../documents/draw-holder.ts';
import {
  ukrainianMonths,
  type NameInTwoScripts,
  type PassportInTwoScripts,
  type PersonInTwoScripts,
} from './passports-in-two-scripts.ts';

/** In millimetres: from the own to the Latin line of a name, from a row of values to the next, and the values' left edge. */
const latinLineMm = 3.6;
const rowMm = 6.8;
const left = 45;

/**
 * Draws the data page of a passport of a country that prints names in its own script as well as in Latin letters. `latin`: whose names the
 * zone and the Latin letters say; another person's make a forgery that leaves the true names in view.
 */
export function drawPassportInTwoScripts(
  passport: PassportInTwoScripts,
  person: PersonInTwoScripts,
  { seed, latin = person }: { seed: number; latin?: Pick<PersonInTwoScripts, 'family' | 'given'> },
): Promise<Specimen> {
  const names = {
    family: { own: person.family.own, latin: latin.family.latin },
    given: { own: person.given.own, latin: latin.given.latin },
  };
  const layout: SpecimenLayout = {
    format: 'TD3',
    width: 125,
    height: 88,
    title: { text: passport.title, x: 30, y: 6 },
    portrait: { x: 6, y: 19, width: 33, height: 42 },
    mrz: { x: 6.5, lastBaselineAboveBottom: 6 },
    fields: (holder) => fieldsOf(passport, names, holder),
  };
  const holder = {
    issuer: passport.code,
    surname: names.family.latin,
    givenNames: names.given.latin,
    sex: person.sex,
    personalNumber: passport.hasPersonalNumber ? String(1_000_000_000 + ((seed * 7_654_321) % 9_000_000_000)) : null,
  };
  return drawSpecimen(layout, { seed, holder });
}

function fieldsOf(
  { captions, ...passport }: PassportInTwoScripts,
  { family, given }: { family: NameInTwoScripts; given: NameInTwoScripts },
  holder: SpecimenHolder,
): PlacedField[] {
  const fields: PlacedField[] = [
    { caption: '', value: passport.latinTitle, x: left, y: 10 },
    { caption: '', value: passport.document, x: 6, y: 12 },
    { caption: '', value: 'PASSPORT', x: 6, y: 16 },
  ];
  let y = 15.6;
  const addRow = (...row: readonly (readonly [caption: string, value: string, x: number])[]) => {
    fields.push(...row.map(([caption, value, x]) => ({ caption, value, x, y })));
    y += rowMm;
  };
  const addName = (caption: string, { own, latin }: NameInTwoScripts) => {
    if (passport.names === 'one line') {
      addRow([caption, `${own}/${latin}`, left]);
      return;
    }
    if (passport.names !== 'own line first') {
      addRow([caption, latin, left], ...(passport.names === 'own at the right' ? [['', own, 100] as const] : []));
      return;
    }
    fields.push({ caption, value: own, x: left, y });
    y += latinLineMm;
    addRow(['', latin, left]);
  };
  const date = (iso: string) => printDate(iso, passport.dates);
  addRow([captions.type, 'P', left], [captions.code, holder.issuer, 60], [captions.number, holder.documentNumber, 94]);
  addName(captions.surname, family);
  addName(captions.givenNames, given);
  addRow(
    [captions.nationality, passport.nationality, left],
    ...(passport.names === 'own below' ? [['', `${given.own} ${family.own}`, 88] as const] : []),
  );
  addRow(
    [captions.dateOfBirth, date(holder.dateOfBirth), left],
    ...(holder.personalNumber === null ? [] : [[captions.personalNumber, holder.personalNumber, 88] as const]),
  );
  addRow(
    [captions.sex, passport.sexes[holder.sex === 'F' ? 'F' : 'M'], left],
    [captions.placeOfBirth, passport.placeOfBirth, 72],
  );
  addRow([captions.dateOfIssue, date(holder.issueDate), left], [captions.authority, passport.authority, 88]);
  addRow([captions.dateOfExpiry, date(holder.expirationDate), left]);
  return fields;
}

function printDate(iso: string, notation: PassportInTwoScripts['dates']): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  if (notation === 'dd mmm yyyy') return printedDate(iso);
  if (notation === 'dd/mm/yyyy') return `${day}/${month}/${year}`;
  if (notation === 'months') return `${day} ${ukrainianMonths[Number(month) - 1] ?? ''} ${year.slice(2)}`;
  return `${day}.${month}.${year}${notation.endsWith('.') ? '.' : ''}`;
}
