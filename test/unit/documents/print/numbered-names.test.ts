import { expect, test } from 'vitest';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { kindOf, readLines } from '../../../support/documents/read-print.ts';
import { isFullSuite } from '../../../support/sample-of.ts';

/** Licences whose names have the numbers 1 and 2 of the European model. */
const kinds = documentKinds
  .filter(({ fields }) => ['1.', '2.'].every((number) => fields.some(({ labels }) => labels.includes(number))))
  .map(kindKeyOf);

/** Those whose other numbers are the model's, too. */
const kindsOfModel = kinds.filter((kind) => kindOf(kind).fields.some(({ labels }) => labels.includes('3.')));

const [title, family, given] = ['TITRE', 'HORVATIĆ', 'LUKA'] as const;

/** How a number may be recognised: apart from its value, with it, not at all, as a number that no field has, or as a letter. */
const ways = ['apart', 'together', 'lost', 'misread apart', 'misread together', 'as a letter'] as const;
type Way = (typeof ways)[number];

function printName(
  number: string,
  misread: string,
  name: string,
  way: Way,
  { left, top, areTogether }: { left: number; top: number; areTogether: boolean },
): TextLine[] {
  const value = textLine(name, left + (areTogether ? 33 : 50), top);
  if (way === 'lost') return [value];
  if (way === 'apart') return [textLine(number, left, top), value];
  if (way === 'misread apart') return [textLine(misread, left, top), value];
  if (way === 'as a letter') return [textLine('M.', left, top + 9, { size: smallPrint }), value];
  return [textLine(`${way === 'together' ? number : misread} ${name}`, left, top)];
}

/** The numbers of fields are in smaller print than their values, which are 20 high. */
const smallPrint = { height: 13, letter: 8 };

const others = [
  ['3.', '08.04.2004 ŠIBENIK'],
  ['4b.', '01.02.2030'],
  ['5.', 'DJ1617536'],
] as const;

interface Layout {
  first: Way;
  second: Way;
  misread: string;
  isOneRow: boolean;
  /** Whether the other numbers were recognised with their values. */
  areTogether: boolean;
  /** A third text next to the names, or between them and the date. */
  more: readonly TextLine[];
}

function readNames(kind: string, { first, second, misread, isOneRow, areTogether, more }: Layout) {
  const [rowOfSecond, rowOfDate] = isOneRow ? [62, 112] : [112, 162];
  const lines = [
    textLine(title, 10, 10),
    ...printName('1.', misread, family, first, { left: 10, top: 62, areTogether }),
    ...printName('2.', misread, given, second, { left: isOneRow ? 400 : 10, top: rowOfSecond, areTogether }),
    ...others.flatMap(([number, value], index) =>
      printName(number, '', value, areTogether ? 'together' : 'apart', {
        left: 10,
        top: rowOfDate + 50 * index,
        areTogether,
      }),
    ),
    ...more,
  ];
  const { familyNames, givenNames } = readLines(kind, lines);
  return { family: familyNames, given: givenNames };
}

const layouts: Layout[] = ways.flatMap((first) =>
  ways.flatMap((second) =>
    ['4.', '12.'].flatMap((misread) =>
      [true, false].flatMap((isOneRow) =>
        [true, false].flatMap((areTogether) =>
          [[], [textLine('MARIJA', 700, 62)], [textLine('ANTE', 60, 88)]].map((more) => ({
            first,
            second,
            misread,
            isOneRow,
            areTogether,
            more,
          })),
        ),
      ),
    ),
  ),
);

test.each(kinds.map((kind, index) => [kind, index] as const))(
  '%s: no number that is lost or misread makes another text a name',
  (kind, index) => {
    const wrong: string[] = [];
    // The quick suite tries every tenth layout, and the others with the next kinds.
    for (const layout of layouts.filter((_, at) => isFullSuite || at % 10 === index % 10)) {
      const read = readNames(kind, layout);
      const [text, other] = [read.family?.value ?? family, read.given?.value ?? given];
      // A second line of a name, and a text far to its right, may be part of it: a person decides.
      const isWrong = !text.startsWith(family) || !other.startsWith(given) || /[0-9]|IBENIK|TITRE/.test(text + other);
      if (isWrong) wrong.push(`${JSON.stringify(layout)}: ${text}, ${other}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('a name whose number was read as one that no field has, or is in the other name’s row, is found', () => {
  const layout = { misread: '4.', isOneRow: true, areTogether: false, more: [] };
  const names = (first: Way, second: Way) => {
    const read = readNames('driving-license/HR/eu-model', { ...layout, first, second });
    return [read.family?.value, read.given?.value];
  };
  for (const way of ways) {
    expect([way, ...names(way, 'apart')]).toEqual([way, family, given]);
    expect([way, ...names('apart', way)]).toEqual([way, family, given]);
    expect([way, ...names('together', way)]).toEqual([way, family, given]);
  }
});

test('a letter as high as the names is an initial, and no number that was misread', () => {
  const read = (height: number) => {
    const rows = others.flatMap(([number, value], index) => [
      textLine(number, 10, 112 + 50 * index),
      textLine(value, 60, 112 + 50 * index),
    ]);
    const letter = textLine('M.', 400, 84 - height, { size: { height, letter: 8 } });
    const names = [textLine(family, 60, 62), letter, textLine(given, 450, 62)];
    const { familyNames, givenNames } = readLines('driving-license/HR/eu-model', [...names, ...rows]);
    return [familyNames?.value, givenNames?.value];
  };
  expect(read(13)).toEqual([family, given]);
  for (const height of [15, 20]) expect(read(height)).toEqual([undefined, undefined]);
});

test('a name whose number was lost is found where every other number was recognised with its value', () => {
  const layout = { misread: '4.', areTogether: true, more: [], first: 'lost', second: 'together' } as const;
  expect(kindsOfModel.length).toBeGreaterThan(25);
  for (const kind of kindsOfModel)
    for (const isOneRow of [true, false]) {
      const read = readNames(kind, { ...layout, isOneRow });
      expect([kind, read.family?.value, read.given?.value]).toEqual([kind, family, given]);
    }
});
