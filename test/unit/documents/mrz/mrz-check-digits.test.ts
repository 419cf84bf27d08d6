import { describe, expect, test } from 'vitest';
import type { MrzZone, Quad } from '../../../../src/domain/ports/pages/page-reader.ts';
import { readMrz } from '../../../../src/steps/document/mrz-reading.ts';
import { isDoubtful } from '../../../../src/steps/document/document-fields.ts';
import { computeCheckDigit, verifyCheckDigits } from '../../../../src/domain/mrz/check-digits.ts';

// The examples of ICAO 9303 part 3, appendix A, and of parts 4 to 7.
const passport = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const card = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const smallCard = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
];
const visa = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'];

const names = (format: Parameters<typeof verifyCheckDigits>[0], lines: readonly string[]) =>
  verifyCheckDigits(format, lines).map(({ name, valid }) => [name, valid]);

describe('check digits', () => {
  test('are computed with the weights 7, 3, 1', () => {
    expect(computeCheckDigit('520727')).toBe('3');
    expect(computeCheckDigit('AB2134<<<')).toBe('5');
  });

  test('are right in the specimens of ICAO 9303', () => {
    expect(names('TD3', passport)).toEqual([
      ['documentNumber', true],
      ['dateOfBirth', true],
      ['expirationDate', true],
      ['personalNumber', true],
      ['composite', true],
    ]);
    for (const results of [names('TD2', card), names('TD1', smallCard), names('MRV-A', visa)]) {
      expect(results.every(([, valid]) => valid === true)).toBe(true);
    }
  });

  test('say which one is wrong, what was expected and what was found', () => {
    const lower = passport[1]?.replace('7408122', '7408132') ?? '';
    expect(verifyCheckDigits('TD3', [passport[0] ?? '', lower])).toMatchObject([
      { name: 'documentNumber', valid: true },
      { name: 'dateOfBirth', valid: false, expected: '3', found: '2' },
      { name: 'expirationDate', valid: true },
      { name: 'personalNumber', valid: true },
      { name: 'composite', valid: false },
    ]);
  });

  test('accept a filler for the digit of an empty personal number, and of nothing else', () => {
    const empty = 'AA00000000POL6002084F1412314<<<<<<<<<<<<<<<4';
    expect(names('TD3', [passport[0] ?? '', empty]).every(([, valid]) => valid === true)).toBe(true);
    const withoutDigit = passport[1]?.replace('<<<<<10', '<<<<<<0') ?? '';
    expect(names('TD3', [passport[0] ?? '', withoutDigit])).toContainEqual(['personalNumber', false]);
  });

  test('follow a long document number into the optional data', () => {
    const number = 'D23145890734';
    const digit = computeCheckDigit(number);
    const upper = `I<UTO${number.slice(0, 9)}<${number.slice(9)}${digit}`.padEnd(30, '<');
    expect(names('TD1', [upper, smallCard[1] ?? '', smallCard[2] ?? ''])).toContainEqual(['documentNumber', true]);
    const wrong = upper.replace(`734${digit}`, `735${digit}`);
    expect(names('TD1', [wrong, smallCard[1] ?? '', smallCard[2] ?? ''])).toContainEqual(['documentNumber', false]);
  });
});

describe('two readings of a field without its own check digit', () => {
  const [upper, lower] = ['IDFRALEFEVRE<<<<<<<<<<<<<<<<<<H12<<<', '9272H12124456ANAIS<<<<<<<<<8205236F9'] as const;
  const isInDoubt = (first: string, second: string, confidence = 0.9) => {
    const reading = (line: string) => {
      return { lines: [line, lower], confidences: [line, lower].map((text) => Array.from(text, () => confidence)) };
    };
    const box: Quad = [[0, 0], [9, 0], [9, 9], [0, 9]]; // prettier-ignore
    const zone: MrzZone = { format: 'FR-ID', first: reading(first), second: reading(second), box };
    const field = readMrz(zone, new Date('2026-03-01')).fields.find(({ name }) => name === 'optionalData');
    return field === undefined || isDoubtful(field);
  };

  test('are decided by the digit over the whole zone only where it is valid with the first one alone', () => {
    expect(isInDoubt(upper, upper.replace('H12', 'HT2'))).toBe(false);
    expect(isInDoubt(upper, upper.replace('H12', 'HT2'), 0.5)).toBe(true);
    // The first one is wrong; neither is right; both have the same digit (1 and B).
    expect(isInDoubt(upper.replace('H12', 'HT2'), upper)).toBe(true);
    expect(isInDoubt(upper.replace('H12', 'HT2'), upper.replace('H12', 'HZ2'))).toBe(true);
    expect(isInDoubt(upper, upper.replace('H12', 'HB2'))).toBe(true);
  });
});
