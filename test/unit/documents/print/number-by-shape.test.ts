import { describe, expect, it } from 'vitest';
import type { KindField } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { placesOfShape } from '../../../../src/domain/document-kinds/number-shape.ts';
import { getNationalRule } from '../../../../src/domain/national-numbers/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { drawShape, shapeNumber } from '../../../../specimens/documents/print-value.ts';
import { createRandom } from '../../../../specimens/drawing/create-random.ts';
import { listFieldReadings } from '../../../../src/steps/document/field-readings.ts';
import { matchBoth } from '../../../../src/steps/document/visual/match-shape.ts';
import { textLine } from '../../../support/documents/printed-document.ts';
import { kindOf, readLines, readPrint } from '../../../support/documents/read-print.ts';

const shapes = [...new Set(documentKinds.flatMap(({ fields }) => fields.flatMap(({ shape }) => shape ?? [])))].map(
  placesOfShape,
);

/** What a reader takes a letter for, and a digit. */
const misreadAs: Readonly<Record<string, string>> = {
  O: '0', I: '1', Z: '2', S: '5', G: '6', B: '8', '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B',
}; // prettier-ignore

describe('a number of which two readings differ between letters and digits', () => {
  it('is the printed one where its shape decides, and open where it does not', () => {
    const random = createRandom(5);
    let [decided, open] = [0, 0];
    for (const shape of shapes) {
      for (let turn = 0; turn < 60; turn += 1) {
        const number = drawShape(shape, random);
        const at = random.integer(0, number.length - 1);
        const wrong = misreadAs[number.charAt(at)];
        if (wrong === undefined || !/\d/.test(number)) continue;
        const read = number.slice(0, at) + wrong + number.slice(at + 1);
        const found = [matchBoth(read, number, shape), matchBoth(number, read, shape)];
        if (shape.charAt(at) === 'X') {
          open += 1;
          expect([shape, number, ...found]).toEqual([shape, number, null, null]);
        } else {
          decided += 1;
          for (const match of found) expect(match).toEqual({ value: number, printed: number, repairs: 0 });
        }
      }
    }
    expect([decided > 300, open > 20]).toEqual([true, true]);
  });

  it('is in doubt where neither reading has a character as the shape wants it', () => {
    expect(matchBoth('A0C123', 'A0C123', 'AAA000')?.repairs).toBe(1);
    expect(matchBoth('A0C1Z3', 'AOC123', 'AAA000')).toMatchObject({ value: 'AOC123', repairs: 0 });
    expect(matchBoth('AOC123', 'AQC123', 'AAA000')).toBeNull();
  });
});

describe('a number without a label', () => {
  const read = (text: string, readOtherwise?: string) => {
    const line = { ...textLine(text, 400, 10), agreed: false, ...(readOtherwise !== undefined && { readOtherwise }) };
    const { documentNumber } = readLines('national-id/IT/cie', [line]);
    return [documentNumber?.normalisedValue, documentNumber?.agreed];
  };

  it('is found by its shape in both readings, and not in one that lacks a letter', () => {
    expect(read('CA12345A0', 'CA12345AO')).toEqual(['CA12345AO', true]);
    expect(read('CA1Z345AO', 'CA12345AO')).toEqual(['CA12345AO', true]);
    expect(read('CA12345AO')).toEqual(['CA12345AO', false]);
    expect(read('CA12345A0')).toEqual([undefined, undefined]);
    expect(read('CA12345A0', 'CA12345A8')).toEqual([undefined, undefined]);
  });
});

describe('the number of a British licence', () => {
  const kind = kindOf('driving-license/GB/photocard');
  const read = (number: string, readOtherwise?: string) => {
    const label = textLine('5.', 10, 10);
    const line = {
      ...textLine(number, 60, 10),
      agreed: readOtherwise === undefined,
      ...(readOtherwise !== undefined && { readOtherwise }),
    };
    const visual = readPrint(kind, { lines: { front: [label, line], back: [] } }).filter(
      ({ field }) => field.name === 'documentNumber',
    );
    const evidence = { mrz: null, zonePage: 0, barcode: null, visual, kind, areMarksRead: true, country: 'GB' };
    const [found] = listFieldReadings(evidence);
    return [found?.normalisedValue, found?.isDoubtful];
  };

  it('has letters where the surname is, and the 9 that fills it up', () => {
    expect(read('GOP0E656289CJ8HI', 'GOPOE656289CJ8HI')).toEqual(['GOPOE656289CJ8HI', false]);
    expect(read('LEE99656289C98HI')).toEqual(['LEE99656289C98HI', false]);
    // Neither reader saw the letter.
    expect(read('GOP0E656289CJ8HI')).toEqual(['GOPOE656289CJ8HI', true]);
  });

  it('has no check digit, so that its form does not settle what two readers read differently', () => {
    const label = textLine('5.', 10, 10);
    const front = [label, { ...textLine('GOPOE656289CJ8HI', 60, 10), agreed: false }];
    const visual = readPrint(kind, { lines: { front, back: [] } });
    const evidence = { mrz: null, zonePage: 0, barcode: null, visual, kind, areMarksRead: true, country: 'GB' };
    expect(listFieldReadings(evidence)[0]).toMatchObject({ normalisedValue: 'GOPOE656289CJ8HI', isDoubtful: true });
  });
});

describe('a number of which the label was not read', () => {
  const random = createRandom(7);
  /** Numbers with check digits that are printed with points or hyphens. */
  const fields = documentKinds.flatMap((kind) =>
    kind.fields.flatMap((field) => {
      const isOwnForm = field.rule !== null && /[.-]/.test(field.shape ?? '') && field.place !== 'anywhere';
      return isOwnForm ? [{ kind: kindKeyOf(kind), field }] : [];
    }),
  );
  const exampleOf = ({ rule, shape }: KindField) =>
    shapeNumber(getNationalRule(rule ?? 'br-cpf').example(random), shape);
  const read = (kind: string, { name, side }: KindField, lines: TextLine[]) =>
    readPrint(kindOf(kind), { lines: { front: [], back: [], [side]: lines } }).find(({ field }) => field.name === name);
  const printed = (text: string, row = 1, more: Partial<TextLine> = {}) => ({
    ...textLine(text, 400, 50 * row),
    agreed: true,
    ...more,
  });
  const misread = (row: number) => printed('4d CPE', row);

  it('is found by its signs and check digits', () => {
    expect(fields.length).toBeGreaterThan(3);
    for (const { kind, field } of fields) {
      const number = exampleOf(field);
      expect([kind, read(kind, field, [misread(1), printed(number, 2)])?.value]).toEqual([kind, number]);
      // A number without these signs is another one.
      const other = printed(number.replace(/\D/g, ''), 4);
      expect([kind, read(kind, field, [printed(number, 2), other])?.value]).toEqual([kind, number]);
    }
  });

  it('is not, where it may be another one: with a second number, a wrong digit, more text, or for one reader', () => {
    for (const { kind, field } of fields) {
      const [number, other] = [exampleOf(field), exampleOf(field)];
      const wrong = number.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
      const pages: TextLine[][] = [
        [printed(number), printed(other, 3)],
        [printed(number), printed(number, 3)],
        [printed(number), printed(wrong, 3)],
        [printed(wrong)],
        [printed(`${number} X`)],
        [printed(`NR ${number}`)],
        [printed(number, 1, { agreed: false })],
        [printed(number, 1, { agreed: undefined })],
      ];
      for (const lines of pages)
        expect([kind, lines.map(({ text }) => text), read(kind, field, lines)]).toEqual([
          kind,
          expect.anything(),
          undefined,
        ]);
    }
  });
});
