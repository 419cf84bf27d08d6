import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import { makeUpDocument, storeDocument, type MadeUpHolder } from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

const passport = documentKinds.find(({ type, country, subtype }) => type === 'passport' && country === null && subtype === null); // prettier-ignore
if (passport === undefined) throw new Error('the catalogue has no passport');
const kind = passport;

/** A name in two scripts, and what the first reader takes the letters of the country's script for. */
interface Name {
  own: string;
  misread: string;
  latin: string;
}
interface Person {
  country: string;
  family: Name;
  given: Name;
}
const people: readonly Person[] = [
  {
    country: 'UKR',
    family: { own: 'ТКАЧЕНКО', misread: 'TKAYEHKO', latin: 'TKACHENKO' },
    given: { own: "МАР'ЯНА", misread: "MAP'AHA", latin: 'MARIANA' },
  },
  {
    country: 'RUS',
    family: { own: 'ХРУЩЁВ', misread: 'XPYWEB', latin: 'KHRUSHCHEV' },
    given: { own: 'ДМИТРИЙ ИЛЬИЧ', misread: 'AMUTPNN UUbNY', latin: 'DMITRII' },
  },
  {
    country: 'SRB',
    family: { own: 'ШЉИВИЋ', misread: 'WSbNBNT', latin: 'ŠLJIVIĆ' },
    given: { own: 'АНА', misread: 'AHA', latin: 'ANA' },
  },
  {
    country: 'MKD',
    family: { own: 'СТОЈАНОВСКИ', misread: 'CTOJAHOBCKN', latin: 'STOJANOVSKI' },
    given: { own: 'ЃОРЃИ', misread: 'FOPFN', latin: 'GJORGJI' },
  },
  {
    country: 'BLR',
    family: { own: 'ЖУКОЎСКІ', misread: 'KYKOYCKI', latin: 'ZHUKOUSKI' },
    given: { own: 'ЯЎГЕН', misread: 'AYTEH', latin: 'YAUHEN' },
  },
];

const nameLabels = kind.fields.flatMap(({ name, labels }) =>
  name === 'familyNames' || name === 'givenNames' ? labels : [],
);
const inZone = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

type Layout = 'one line' | 'two lines';

/** The checks of a passport page whose names are printed in both scripts. `holder`: whom zone and Latin letters name. */
function checksOf(
  printed: Person,
  layout: Layout,
  {
    holder = {},
    confidence = 0.9,
    areLabelsLegible = true,
  }: { holder?: Partial<MadeUpHolder>; confidence?: number; areLabelsLegible?: boolean } = {},
) {
  const named: MadeUpHolder = {
    ...makeUpDocument(kind).holder,
    familyNames: inZone(printed.family.latin),
    givenNames: inZone(printed.given.latin),
    issuingState: printed.country,
    nationality: printed.country,
    ...holder,
  };
  const document = makeUpDocument(kind, 1, named);
  const nameOf = (text: string) =>
    text === named.familyNames ? printed.family : text === named.givenNames ? printed.given : null;
  const inTwoScripts = (line: TextLine): TextLine[] => {
    const name = nameOf(line.text);
    if (name === null) return [{ ...line, agreed: true }];
    const latin = line.text === inZone(name.latin) ? name.latin : line.text;
    const [x, y] = line.box[0];
    if (layout === 'one line') {
      const text = `${name.misread}/${latin}`;
      const native = `${name.own}/ ${latin}`;
      return [
        { ...printedLine(text, x, y), confidence: 0.97, native, agreed: false, agreedFrom: name.misread.length + 1 },
      ];
    }
    return [
      { ...printedLine(name.misread, x, y), confidence, native: name.own, agreed: false },
      { ...printedLine(latin, x, y + 36), agreed: true },
    ];
  };
  // A letter too many, and a space that was lost.
  const titles = [
    { ...printedLine('NACNOPT', 100, 60), confidence: 0.87, native: 'ПАСПЛОРТ', agreed: false },
    { ...printedLine('nACOW PASSPORT', 900, 60), confidence: 0.87, native: 'ПАСОШPASSPORT', agreed: false },
    { ...printedLine('P3CNY6NIKA BENAPYCb', 1400, 60), confidence: 0.87, native: 'РЭСПУБЛКА БЕЛАРVСb', agreed: false },
  ];
  const stored = storeDocument(kind, document, (reading) => ({
    ...reading,
    lines: [
      ...titles,
      ...reading.lines
        .filter(({ text }) => areLabelsLegible || !nameLabels.some((label) => text.includes(label)))
        .flatMap(inTwoScripts),
    ],
  }));
  return documentStep.evaluate({
    config: { accept: [{ type: 'passport' }] },
    input: { documentType: 'passport' },
    stored: { kind: 'done', result: documentResultSchema.parse(stored) },
    at: new Date('2026-03-01T12:00:00.000Z'),
    earlier: [],
  }).outcome.checks;
}

const notPassed = (...given: Parameters<typeof checksOf>) =>
  checksOf(...given).flatMap(({ id, outcome, code }) => (outcome === 'passed' ? [] : [`${id} ${code}`]));

describe.each(people)('a passport of $country with names in two scripts', (person) => {
  const layouts = [
    ['one line', true],
    ['two lines', true],
    ['one line', false],
    ['two lines', false],
  ] as const;

  it.each(layouts)(
    'passes if both scripts name the same person, on %s, labels legible: %s',
    (layout, areLabelsLegible) => {
      expect(notPassed(person, layout, { areLabelsLegible })).toEqual([]);
    },
  );

  it.each(layouts)(
    'never passes under a false name in Latin letters, on %s, labels legible: %s',
    (layout, areLabelsLegible) => {
      for (const holder of [
        { familyNames: 'PETRENKO' },
        { givenNames: 'OLEKSANDR' },
        { familyNames: 'PETRENKO', givenNames: 'OLEKSANDR' },
      ]) {
        // However sure the first reader is of letters that it does not know.
        for (const confidence of sampleOf([0.3, 0.7, 0.95], 1)) {
          expect([holder, notPassed(person, layout, { holder, confidence, areLabelsLegible }).length]).not.toEqual([
            holder,
            0,
          ]);
        }
      }
    },
  );
});

it('a true name is seen in front of a false one, although the first reader takes its letters for digits and small ones', () => {
  const person: Person = {
    country: 'BLR',
    family: { own: 'КАЗЛОЎ', misread: 'KA3nOY', latin: 'KAZLOU' },
    given: { own: 'ДЗМІТРЫЙ', misread: 'A3MITPbIN', latin: 'DZMITRY' },
  };
  expect(notPassed(person, 'one line')).toEqual([]);
  for (const holder of [
    { familyNames: 'MAROZAVA' },
    { givenNames: 'ALENA' },
    { familyNames: 'MAROZAVA', givenNames: 'ALENA' },
  ])
    expect([holder, notPassed(person, 'one line', { holder }).length]).not.toEqual([holder, 0]);
});

it('letters that the first reader takes for digits are no second number of the document', () => {
  const [, , , macedonian] = people;
  if (macedonian === undefined) throw new Error('there is no such person');
  const family = { own: 'ЏАМБАЗОВ', misread: 'YAM6A3OB', latin: 'DJAMBAZOV' };
  expect(notPassed({ ...macedonian, family }, 'two lines')).toEqual([]);
});

it('a father’s name behind the given names is no other name, but a family name in its place is one', () => {
  const [, russian] = people;
  if (russian === undefined) throw new Error('there is no such person');
  expect(notPassed(russian, 'two lines')).toEqual([]);
  const other = { ...russian, given: { own: 'ДМИТРИЙ СОКОЛОВ', misread: 'AMUTPNN COKOJOB', latin: 'DMITRII' } };
  expect(notPassed(other, 'two lines')).not.toEqual([]);
});

it('a true name that resembles a word of a title is another person’s name', () => {
  const named = (own: string, misread: string): Person => ({
    country: 'UKR',
    family: { own, misread, latin: 'PETRENKO' },
    given: { own: 'ОЛЕНА', misread: 'ONEHA', latin: 'OLENA' },
  });
  const people = [
    named('КАРПА', 'KAPNA'), named('КАРТАШ', 'KAPTAW'), named('КАРТА', 'KAPTA'), named('ГОРА', 'TOPA'), named('ПАНОШ', 'NAHOW'),
    named('УКРАЇНКА', 'YKPAIHKA'), named('БЕЛАРУС', 'BENAPYC'), named('ЛИЧНАК', 'NNYHAK'),
  ]; // prettier-ignore
  for (const person of people)
    for (const areLabelsLegible of [true, false])
      expect([person.family.own, notPassed(person, 'two lines', { areLabelsLegible }).length]).not.toEqual([
        person.family.own,
        0,
      ]);
});

it('a second family name that ends like a patronymic is not taken for one', () => {
  for (const layout of ['one line', 'two lines'] as const)
    for (const areLabelsLegible of [true, false]) {
      const person: Person = {
        country: 'RUS',
        family: { own: 'ПЕТРОВА МАЦКЕВИЧ', misread: 'NETPOBA MALKEBNY', latin: 'PETROVA' },
        given: { own: 'АЛЁНА', misread: 'ANEHA', latin: 'ALENA' },
      };
      expect([layout, notPassed(person, layout, { areLabelsLegible }).length]).not.toEqual([layout, 0]);
    }
});
