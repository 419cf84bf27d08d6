import countries from 'i18n-iso-countries';
import type { DocumentFieldName } from '../../src/domain/documents/document-field.ts';
import { yearsValidFrom } from '../../src/domain/document-kinds/expiry-by-number.ts';
import type { DocumentKind, KindField } from '../../src/domain/document-kinds/document-kind.ts';
import { getNationalRule } from '../../src/domain/national-numbers/index.ts';
import type { Random } from '../drawing/create-random.ts';
import { drawPlainValue } from './draw-plain-value.ts';
import type { DocumentHolder, FixedHolder, PrintedValue } from './document-holder.ts';
import { findPeople, peopleOfCountry, peopledCountries } from './people.ts';
import { drawShape, printDate, shapeNumber } from './print-value.ts';

/** A person whom the country's people could be, and a value for every field of the kind. */
export function drawDocumentHolder(random: Random, kind: DocumentKind, fixed: FixedHolder = {}): DocumentHolder {
  const country = fixed.country ?? kind.country ?? pick(random, peopledCountries);
  const people = findPeople(country) ?? peopleOfCountry.GB;
  const numbers = new Map(kind.fields.map((field) => [field.name, drawNumber(random, field)]));
  const told = tellOf(kind, numbers);

  const sex = fixed.sex ?? told.sex ?? random.pick(['F', 'M']);
  const issueYear = random.integer(kind.type === 'proof-of-residency' ? 2025 : 2019, 2025);
  const monthAndDay = isoMonthAndDay(random, kind.type === 'proof-of-residency' ? 11 : 1);
  const upper = (text: string) => text.toLocaleUpperCase(country === 'TR' ? 'tr' : 'en');
  const surname = upper(drawSurname(random, people.surnames, kind));
  const givenNames = upper(pick(random, people.given[sex]));
  const dateOfBirth = told.dateOfBirth ?? `${random.integer(1945, 2005)}-${isoMonthAndDay(random)}`;
  const dateOfIssue = `${issueYear}-${monthAndDay}`;
  const holder: DocumentHolder = {
    country,
    surname,
    givenNames,
    sex,
    dateOfBirth,
    dateOfIssue,
    dateOfExpiry: expiryOf(kind, dateOfIssue, dateOfBirth),
    people,
    values: {},
    prints: [],
    ...fixed,
  };
  for (const field of kind.fields) {
    const number = likeTheKind(numbers.get(field.name) ?? '', field, { kind, holder });
    holder.values[field.name] ??= valueOf(field, { kind, holder, random, number });
  }
  return {
    ...holder,
    prints: printsOf(kind, holder).map((print, index) => inBothScripts(print, kind.fields[index], holder)),
  };
}

/** A card that prints the years alone is valid to the end of the last one, and its zone says so. Where a law is known, it decides. */
function expiryOf(kind: DocumentKind, dateOfIssue: string, dateOfBirth: string): string {
  const lawful = yearsValidFrom(kind, dateOfIssue, dateOfBirth);
  const [year = 0, month = 0, day = 0] = dateOfIssue.split('-').map(Number);
  if (lawful !== null) return new Date(Date.UTC(year + lawful, month - 1, day - 1)).toISOString().slice(0, 10);
  return printsYearsAlone(kind) ? `${year + 10}-12-31` : `${year + 10}${dateOfIssue.slice(4)}`;
}

function printsYearsAlone({ fields }: DocumentKind): boolean {
  return fields.some(({ name, form }) => name === 'dateOfExpiry' && form === 'year-range');
}

/** Documents that print each surname at its own place are of countries whose people have two. */
function drawSurname(random: Random, surnames: readonly string[], kind: DocumentKind): string {
  if (kind.fields.filter(({ name }) => name === 'familyNames').length < 2) return pick(random, surnames);
  const single = surnames.filter((surname) => !surname.includes(' '));
  return `${pick(random, single)} ${pick(random, single)}`;
}

/** A field of several places is printed word by word, the last place taking the rest. */
function printsOf({ fields }: DocumentKind, { values }: DocumentHolder): PrintedValue[] {
  return fields.map((field, index) => {
    const whole = values[field.name] ?? { lines: [], normalised: null };
    const places = fields.filter(({ name }) => name === field.name).length;
    if (places < 2) return whole;
    const turn = fields.slice(0, index).filter(({ name }) => name === field.name).length;
    const words = whole.lines.join(' ').split(' ');
    return { lines: [words.slice(turn, turn + 1 < places ? turn + 1 : undefined).join(' ')], normalised: null };
  });
}

/** How papers print a name in two scripts. */
const nativeStyles = [
  (own: string, latin: string) => [`${own} ${latin}`],
  (own: string, latin: string) => [`${own} / ${latin}`],
  (own: string, latin: string) => [own, latin],
] as const;

/**
 * Countries of another script print a name in it as well, before or above the Latin one. The holder's birthday chooses between them, so that
 * the documents of other countries stay what they were.
 */
function inBothScripts(print: PrintedValue, field: KindField | undefined, holder: DocumentHolder): PrintedValue {
  const [line = ''] = print.lines;
  const own = holder.people.native.get(line);
  if (own === undefined || field === undefined) return print;
  const style = field.form === 'name' ? Number(holder.dateOfBirth.slice(-2)) % nativeStyles.length : 0;
  return { ...print, lines: nativeStyles[style]?.(own, line) ?? print.lines };
}

interface ValueRequest {
  kind: DocumentKind;
  holder: DocumentHolder;
  random: Random;
  number: string;
}

function valueOf(field: KindField, { kind, holder, random, number }: ValueRequest): PrintedValue {
  if (field.form === 'number' || (field.rule !== null && number !== '')) {
    const shape = isCedula(kind) ? '00.000.000' : field.shape;
    return { lines: [shapeNumber(number, shape)], normalised: number };
  }
  if (field.form === 'date') {
    const date = dateOf(field.name, holder, random);
    return { lines: [printDate(date, kind)], normalised: date };
  }
  if (field.form === 'year-range') {
    const [first, last] = [holder.dateOfIssue, holder.dateOfExpiry].map((date) => date.slice(0, 4));
    return { lines: [`${first} - ${last}`], normalised: `${last}-12-31` };
  }
  if (field.form === 'sex') return { lines: [kind.sexes[holder.sex]], normalised: holder.sex };
  if (field.form === 'country') {
    const printed = field.name === 'nationality' ? holder.people.nationality : countries.alpha2ToAlpha3(holder.country);
    return { lines: [(printed ?? holder.country).toLocaleUpperCase('en')], normalised: holder.country };
  }
  if (field.shape !== null) return { lines: [drawShape(field.shape, random)], normalised: null };
  return drawPlainValue(field.name, { kind, holder, random });
}

function dateOf(name: DocumentFieldName, holder: DocumentHolder, random: Random): string {
  if (name === 'dateOfBirth') return holder.dateOfBirth;
  if (name === 'dateOfExpiry') return holder.dateOfExpiry;
  if (name === 'dateOfFirstLicence') {
    const year = Number(holder.dateOfBirth.slice(0, 4)) + random.integer(18, 19);
    return `${Math.min(year, Number(holder.dateOfIssue.slice(0, 4)) - 1)}-${isoMonthAndDay(random)}`;
  }
  return holder.dateOfIssue;
}

/** Without marks. A number of the zone has at most nine characters, unless its rule says otherwise. */
function drawNumber(random: Random, { form, rule, shape }: KindField): string {
  if (rule !== null) return getNationalRule(rule).example(random);
  if (form !== 'number') return '';
  const drawn =
    shape === null
      ? `${random.text('ABCDEFGHJKLMNPRSTUVWXYZ', 2)}${random.text('0123456789', 7)}`
      : drawShape(shape, random);
  return drawn.replace(/[^A-Z0-9]/g, '');
}

/** Its numbers have eight or ten digits and points between them, so that its data gives no shape. */
function isCedula({ barcodes }: DocumentKind): boolean {
  return barcodes.some(({ standard }) => standard === 'co-cedula');
}

/** A drawn number with what the kind's numbers contain: the month of issue, or no letter. */
function likeTheKind(
  drawn: string,
  { beginsWithMonth }: KindField,
  { kind, holder }: { kind: DocumentKind; holder: DocumentHolder },
): string {
  const month = holder.dateOfIssue.replaceAll('-', '').slice(2, 6);
  if (beginsWithMonth) return month + drawn.slice(month.length);
  return isCedula(kind) ? `5${drawn.replace(/\D/g, '')}` : drawn;
}

/** Some national numbers hold the birthday: the holder must have the same. */
function tellOf(kind: DocumentKind, numbers: ReadonlyMap<DocumentFieldName, string>) {
  for (const { name, rule } of kind.fields) {
    const told = rule === null ? undefined : getNationalRule(rule).tells?.(numbers.get(name) ?? '');
    if (told !== undefined) return told;
  }
  return {};
}

function pick<T>(random: Random, choices: readonly T[]): T {
  const [first, ...others] = choices;
  if (first === undefined) throw new Error('there is nothing to choose from');
  return random.pick([first, ...others]);
}

function isoMonthAndDay(random: Random, leastMonth = 1): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(random.integer(leastMonth, 12))}-${twoDigits(random.integer(1, 28))}`;
}
