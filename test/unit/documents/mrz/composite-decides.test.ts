import { describe, expect, test } from 'vitest';
import { mrzAlphabets } from '../../../../src/domain/mrz/alphabet.ts';
import {
  checkDigitRules,
  computeCheckDigit,
  readSpans,
  verifyCheckDigits,
  type MrzSpan,
} from '../../../../src/domain/mrz/check-digits.ts';
import { compositeDecides } from '../../../../src/domain/mrz/composite-decides.ts';
import type { MrzFormat } from '../../../../src/domain/mrz/format.ts';
import type { MrzZone, Quad } from '../../../../src/domain/ports/pages/page-reader.ts';
import { isDoubtful } from '../../../../src/steps/document/document-fields.ts';
import { readMrz } from '../../../../src/steps/document/mrz-reading.ts';
import { createRandom, type Random } from '../../../../specimens/drawing/create-random.ts';

type Lines = readonly string[];
interface Place {
  line: number;
  column: number;
}

/** Fields without their own digit that the composite covers. */
type Field = readonly [MrzFormat, MrzSpan];
const fields: readonly [Field, ...Field[]] = [
  ['TD1', { line: 0, start: 15, end: 30 }],
  ['TD1', { line: 1, start: 18, end: 29 }],
  ['TD2', { line: 1, start: 28, end: 35 }],
  ['FR-ID', { line: 0, start: 5, end: 30 }],
  ['FR-ID', { line: 0, start: 30, end: 36 }],
  ['FR-ID', { line: 1, start: 13, end: 27 }],
];
const groupsOfOneDigit = ['0AKU<', '1BLV', '2CMW', '3DNX', '4EOY', '5FPZ', '6GQ', '7HR', '8IS', '9JT'];

const replace = (lines: Lines, { line, column }: Place, symbol: string): string[] =>
  lines.map((text, index) => (index === line ? text.slice(0, column) + symbol + text.slice(column + 1) : text));
const symbolAt = (lines: Lines, { line, column }: Place) => lines[line]?.charAt(column) ?? '';
const isValid = (format: MrzFormat, lines: Lines) =>
  verifyCheckDigits(format, lines).some(({ name, valid }) => name === 'composite' && valid);
const digitOf = (symbol: string) => groupsOfOneDigit.findIndex((group) => group.includes(symbol));

/** Any lines of the format whose composite digit is right. */
function drawZone(format: MrzFormat, random: Random): string[] {
  const lines = mrzAlphabets[format].map((line) => line.map((allowed) => random.text(allowed, 1)).join(''));
  const rule = checkDigitRules[format].find(({ name }) => name === 'composite');
  if (rule === undefined) throw new Error(`${format} has no digit over the whole zone`);
  return replace(lines, rule.at, computeCheckDigit(readSpans(lines, rule.covers)));
}

function drawPlaces({ line, start, end }: MrzSpan, count: number, random: Random): Place[] {
  const columns = new Set<number>();
  while (columns.size < count) columns.add(random.integer(start, end - 1));
  return [...columns].map((column) => ({ line, column }));
}

/** Every zone that takes each character from one of the two readings. */
function mixturesOf(first: Lines, second: Lines): Lines[] {
  const places = first.flatMap((text, line) =>
    Array.from(text).flatMap((symbol, column) => (symbol === second[line]?.charAt(column) ? [] : [{ line, column }])),
  );
  return places.reduce<Lines[]>(
    (mixtures, place) => mixtures.flatMap((lines) => [lines, replace(lines, place, symbolAt(second, place))]),
    [first],
  );
}

function change(lines: Lines, format: MrzFormat, place: Place, random: Random, isAllowed: (symbol: string) => boolean) {
  const own = symbolAt(lines, place);
  const allowed = mrzAlphabets[format][place.line]?.[place.column] ?? '';
  const others = Array.from(allowed).filter((symbol) => symbol !== own && isAllowed(symbol));
  const [one, ...more] = others;
  return one === undefined ? null : replace(lines, place, random.pick([one, ...more]));
}

describe('the digit over the whole zone', () => {
  test('never decides a field if the two readings leave open another zone with a valid digit', () => {
    let decided = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const random = createRandom(seed);
      const [format, span] = random.pick(fields);
      const first = drawZone(format, random);
      const places = drawPlaces(span, random.integer(1, 4), random);
      // Some characters elsewhere differ, too: those of a birth date or document number.
      const elsewhere: MrzSpan = format === 'FR-ID' ? { line: 1, start: 0, end: 12 } : { line: 1, start: 0, end: 6 };
      if (random.integer(0, 2) === 0) places.push(...drawPlaces(elsewhere, random.integer(1, 2), random));
      const second = places.reduce<Lines>(
        (lines, place) => change(lines, format, place, random, () => true) ?? lines,
        first,
      );
      const isOpen = mixturesOf(first, second).some(
        (lines) => readSpans(lines, [span]) !== readSpans(first, [span]) && isValid(format, lines),
      );
      const isDecided = compositeDecides(format, first, second, [span]);
      if (isDecided) decided++;
      expect([seed, isOpen && isDecided]).toEqual([seed, false]);
    }
    expect(decided).toBeGreaterThan(100);
  });

  test('never makes a character of two that have one digit, whatever else the readers differ on', () => {
    for (let seed = 1; seed <= 1500; seed++) {
      const random = createRandom(seed);
      const [format, span] = random.pick(fields);
      const truth = drawZone(format, random);
      const [place, other] = drawPlaces(span, 2, random);
      if (place === undefined || other === undefined) throw new Error('two places were drawn');
      const group = digitOf(symbolAt(truth, place));
      // The first reader took a character for another one of the same digit; the second one is wrong elsewhere.
      const first = change(truth, format, place, random, (symbol) => digitOf(symbol) === group);
      const second = change(
        truth,
        format,
        other,
        random,
        (symbol) => digitOf(symbol) !== digitOf(symbolAt(truth, other)),
      );
      if (first === null || second === null) continue;
      expect(isValid(format, first)).toBe(true);
      expect([seed, compositeDecides(format, first, second, [span])]).toEqual([seed, false]);
    }
  });

  test('decides where one character differs and no other character of its digit looks like it', () => {
    const upper = 'IDFRALEFEVRE<<<<<<<<<<<<<<<<<<H12<<<';
    const lower = '9272H12124456ANAIS<<<<<<<<<8205236F9';
    const field: MrzSpan = { line: 0, start: 30, end: 36 };
    const decides = (changed: string) => compositeDecides('FR-ID', [upper, lower], [changed, lower], [field]);
    expect(decides(upper.replace('H12', 'HT2'))).toBe(true);
    expect(decides(upper.replace('H12', 'HB2'))).toBe(false);
    // The two differ in the 1 as well, but R12 is open: H and R have one digit.
    expect(decides(upper.replace('H12', 'RT2'))).toBe(false);
    expect(decides(upper)).toBe(false);
    expect(decides(upper.slice(1))).toBe(false);
    // Names have no digit on other cards: the digit does not cover what differs.
    const card = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
    const names: MrzSpan = { line: 0, start: 5, end: 13 };
    expect(compositeDecides('TD2', card, [card[0]?.replace('ERIK', 'EPIK') ?? '', card[1] ?? ''], [names])).toBe(false);
  });

  test('leaves a field in doubt where a third character that looks like both readings has the same digit', () => {
    const [line, digitAt] = [1, 35];
    const base = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
    const withSymbol = (symbol: string, like: Lines) => replace(like, { line, column: 30 }, symbol);
    const withDigit = (lines: Lines) => {
      const rule = checkDigitRules.TD2.find(({ name }) => name === 'composite');
      return replace(lines, { line, column: digitAt }, computeCheckDigit(readSpans(lines, rule?.covers ?? [])));
    };
    const isInDoubt = (one: string, other: string) => {
      const first = withDigit(withSymbol(one, base));
      const second = withSymbol(other, first);
      const confidences = first.map((text) => Array.from(text, () => 0.99));
      const box: Quad = [[0, 0], [9, 0], [9, 9], [0, 9]]; // prettier-ignore
      const zone: MrzZone = {
        format: 'TD2',
        first: { lines: first, confidences },
        second: { lines: second, confidences },
        box,
      };
      const field = readMrz(zone, new Date('2026-03-01')).fields.find(({ name }) => name === 'optionalData');
      return field === undefined || isDoubtful(field);
    };
    expect(isInDoubt('0', 'O')).toBe(false);
    expect(isInDoubt('B', '8')).toBe(false);
    // A G, an S and a K would have the same digit as what the first reader saw.
    expect(isInDoubt('6', 'C')).toBe(true);
    expect(isInDoubt('8', 'B')).toBe(true);
    expect(isInDoubt('A', '4')).toBe(false);
    expect(isInDoubt('U', 'X')).toBe(true);
  });
});
