import { distort, distortions } from '../../../specimens/captures/distort.ts';
import type { CountryPeople } from '../../../specimens/documents/country-people.ts';
import { findPeople, peopledCountries } from '../../../specimens/documents/people.ts';
import { drawShape, printDate } from '../../../specimens/documents/print-value.ts';
import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';
import { renderPicture } from '../../../specimens/drawing/render-picture.ts';
import { canDraw } from '../../../specimens/drawing/text-path.ts';
import { datePatterns } from '../../../src/domain/document-kinds/document-kind.ts';
import { ownLettersOf, writtenLanguagesOf } from '../../../src/domain/documents/written-languages.ts';

/** Sorts of values that a machine-readable zone never repeats, so that nothing but the print says what they are. */
export const valueSorts = [
  'place',
  'street and number',
  'code and town',
  'authority',
  'date',
  'numbered date',
  'categories',
  'number of letters and digits',
  'number of digits',
  'changed diacritics',
  'one or two characters',
] as const;
export type ValueSort = (typeof valueSorts)[number];

export interface SheetValue {
  sort: ValueSort;
  text: string;
  /** Its row's middle, as a share of the sheet's height before any distortion. */
  row: number;
}

export interface ValueSheet {
  country: string;
  condition: string;
  jpeg: Buffer;
  values: readonly SheetValue[];
}

/** A large card at the size and the fineness of the drawn documents. */
const sheet = { widthMm: 85.6, heightMm: 74, pixelsPerMm: 18, sizeMm: 2.5, rowMm: 5 };
const conditions = ['clean', ...distortions] as const;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

/** One sheet of values of one country, printed over guilloche, and one distortion. The same seed gives the same sheet. */
export async function drawValueSheet(seed: number): Promise<ValueSheet> {
  const random = createRandom(seed);
  const country = peopledCountries[random.integer(0, peopledCountries.length - 1)] ?? 'DE';
  const people = findPeople(country);
  if (people === null) throw new Error(`No people of ${country} are known`);
  const condition = random.pick(conditions);
  const typeface = random.pick(['bold', 'regular', 'bold'] as const);
  const fill = random.pick(['#1c2230', '#22262b', `hsl(${random.integer(0, 359)},45%,20%)`]);
  const rows = Math.floor(sheet.heightMm / sheet.rowMm) - 1;
  const texts = Array.from({ length: rows }, (_, index) => {
    const sort = valueSorts[(seed + index) % valueSorts.length] ?? 'place';
    const text = drawValue(sort, people, country, random);
    return { sort, text: canDraw(text, typeface) ? text : '', y: (index + 1) * sheet.rowMm };
  }).filter(({ text }) => text !== '');
  const { jpeg } = await renderPicture(
    {
      ...sheet,
      background: 'security',
      portrait: null,
      pictures: [],
      texts: texts.map(({ text, y }) => ({ text, typeface, x: random.number(4, 20), y, size: sheet.sizeMm, fill })),
    },
    random,
  );
  return {
    country,
    condition,
    jpeg: condition === 'clean' ? jpeg : await distort(jpeg, condition, seed),
    values: texts.map(({ sort, text, y }) => ({ sort, text, row: (y - sheet.sizeMm / 3) / sheet.heightMm })),
  };
}

function drawValue(sort: ValueSort, people: CountryPeople, country: string, random: Random): string {
  const upper = (text: string) => text.toLocaleUpperCase(country === 'TR' ? 'tr' : 'en');
  const oneOf = (choices: readonly string[]) => upper(choices[random.integer(0, choices.length - 1)] ?? '');
  switch (sort) {
    case 'place':
      return oneOf(people.places);
    case 'street and number': {
      const [street, house] = [
        oneOf(people.streets),
        `${random.integer(2, 480)}${random.pick(['', '', '', 'A', 'B'])}`,
      ];
      return random.integer(0, 1) === 0 ? `${street} ${house}` : `${house} ${street}`;
    }
    case 'code and town': {
      const [code, town] = [drawShape(people.postcode, random), oneOf(people.places)];
      return random.integer(0, 1) === 0 ? `${code} ${town}` : `${town} ${code}`;
    }
    case 'authority':
      return oneOf(people.offices);
    case 'date':
      return drawDate(random);
    case 'numbered date':
      return `${random.pick(['3.', '4a.', '4b.'])} ${drawDate(random)}`;
    case 'categories':
      return random.pick(['AM/B1/B', 'B1', 'A/B', 'AM/B/BE', 'B/C1/C', 'A1/B/BE', 'C1E', 'D1 D', 'B BE C1']);
    case 'number of letters and digits':
      return drawMixedNumber(random);
    case 'number of digits':
      return random.text(digits, random.integer(7, 11));
    case 'changed diacritics':
      return changeDiacritics(oneOf([...people.places, ...people.streets, ...people.surnames]), country, random);
    case 'one or two characters':
      return random.pick([
        'A',
        'B',
        'C',
        'D',
        'E',
        'F',
        'M',
        'S',
        'X',
        'O',
        'BE',
        'AM',
        'B1',
        'C1',
        'D1',
        'AB',
        'SP',
        '01',
      ]);
  }
}

/** Some letters with another diacritic of the country's languages, or without theirs: no word list knows the result. */
function changeDiacritics(text: string, country: string, random: Random): string {
  const own = Array.from((writtenLanguagesOf(country) ?? []).map((language) => ownLettersOf[language]).join(''));
  const plain = (letter: string) => letter.normalize('NFD').charAt(0).toLowerCase();
  return Array.from(text, (letter) => {
    const others = [plain(letter), ...own.filter((other) => plain(other) === plain(letter))];
    if (!/\p{Script=Latin}/u.test(letter) || random.integer(0, 2) > 0) return letter;
    return (others[random.integer(0, others.length - 1)] ?? letter).toLocaleUpperCase(country === 'TR' ? 'tr' : 'en');
  }).join('');
}

function drawDate(random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const iso = `${random.integer(1935, 2034)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
  const pattern = datePatterns[random.integer(0, datePatterns.length - 1)] ?? 'dd.mm.yyyy';
  return printDate(iso, { dates: { pattern, calendar: 'gregorian' }, languages: ['en'] });
}

/** Letters before, after or among the digits, those that look like digits among them. */
function drawMixedNumber(random: Random): string {
  const before = random.text(capitals, random.integer(1, 3));
  const middle = random.text(digits, random.integer(5, 7));
  const shape = random.integer(0, 2);
  if (shape === 0) return `${before}${middle}`;
  if (shape === 1) return `${before}${middle}${random.text(capitals, 1)}`;
  return random.text(capitals + digits, random.integer(8, 10));
}
