import type { MrzFormat } from './format.ts';
import { classOfSymbol } from './symbols.ts';

/** Columns of a line, counted from 0; `end` is the first column after them. */
export interface MrzSpan {
  line: number;
  start: number;
  end: number;
}

export const checkDigitNames = [
  'documentNumber',
  'dateOfBirth',
  'expirationDate',
  'personalNumber',
  'composite',
] as const;
export type CheckDigitName = (typeof checkDigitNames)[number];

export interface CheckDigitRule {
  name: CheckDigitName;
  covers: readonly MrzSpan[];
  /** The column of the check digit. */
  at: { line: number; column: number };
  /** Whether the check digit may be a filler when everything that it covers is filler. */
  fillerAllowed: boolean;
}

export interface CheckDigitResult {
  name: CheckDigitName;
  expected: string;
  found: string;
  valid: boolean;
}

const upper = 0;
const lower = 1;

/** Line 2 of passports, of cards of size TD2 and of visas begins in the same way. */
const commonRules: readonly CheckDigitRule[] = [
  rule('documentNumber', [span(lower, 0, 9)], lower, 9),
  rule('dateOfBirth', [span(lower, 13, 19)], lower, 19),
  rule('expirationDate', [span(lower, 21, 27)], lower, 27),
];

/**
 * The check digits of each format: ICAO 9303 part 4 section 4.2.2 (TD3), part 5 section 4.2.2 (TD1), part 6 section 4.2.2 (TD2) and part 7
 * (visas, which have no composite digit). The French card computes its digits in the same way. None of ICAO's digits covers a name, an
 * issuer, a nationality or a sex.
 */
export const checkDigitRules: Readonly<Record<MrzFormat, readonly CheckDigitRule[]>> = {
  TD1: [
    rule('documentNumber', [span(upper, 5, 14)], upper, 14),
    rule('dateOfBirth', [span(lower, 0, 6)], lower, 6),
    rule('expirationDate', [span(lower, 8, 14)], lower, 14),
    rule('composite', [span(upper, 5, 30), span(lower, 0, 7), span(lower, 8, 15), span(lower, 18, 29)], lower, 29),
  ],
  TD2: [...commonRules, rule('composite', [span(lower, 0, 10), span(lower, 13, 20), span(lower, 21, 35)], lower, 35)],
  TD3: [
    ...commonRules,
    { ...rule('personalNumber', [span(lower, 28, 42)], lower, 42), fillerAllowed: true },
    rule('composite', [span(lower, 0, 10), span(lower, 13, 20), span(lower, 21, 43)], lower, 43),
  ],
  'MRV-A': commonRules,
  'MRV-B': commonRules,
  'FR-ID': [
    rule('documentNumber', [span(lower, 0, 12)], lower, 12),
    rule('dateOfBirth', [span(lower, 27, 33)], lower, 33),
    rule('composite', [span(upper, 0, 36), span(lower, 0, 35)], lower, 35),
  ],
  'CH-DL': [],
};

/** Where a long document number continues (parts 5 and 6, section 4.2.2): in the optional data. */
const continuations: Partial<Record<MrzFormat, MrzSpan>> = {
  TD1: span(upper, 15, 30),
  TD2: span(lower, 28, 35),
};

/**
 * The check digit of a text: values 0-9 for digits, 10-35 for letters and 0 for fillers, weighted 7, 3, 1 in turn, modulo 10 (ICAO 9303
 * part 3, section 4.9).
 * @throws for a character that no machine-readable zone may contain
 */
export function computeCheckDigit(text: string): string {
  const weights = [7, 3, 1];
  let sum = 0;
  for (const [index, symbol] of Array.from(text).entries()) {
    // The class of '<' is 1 and that of '0' is 2: both are worth 0.
    sum += Math.max(0, classOfSymbol(symbol) - 2) * (weights[index % 3] ?? 0);
  }
  return String(sum % 10);
}

/** Compares every check digit of the format with the data that it covers. The lines must have the format's lengths. */
export function verifyCheckDigits(format: MrzFormat, lines: readonly string[]): CheckDigitResult[] {
  return checkDigitRules[format].map((declared) => {
    const { name, covers, at, fillerAllowed } =
      declared.name === 'documentNumber' ? documentNumberRule(format, lines) : declared;
    const covered = readSpans(lines, covers);
    const expected = computeCheckDigit(covered);
    const found = lines[at.line]?.charAt(at.column) ?? '';
    const isEmpty = fillerAllowed && found === '<' && /^<*$/.test(covered);
    return { name, expected, found, valid: found === expected || isEmpty };
  });
}

/**
 * The rule for the document number in these lines. In TD1 and TD2, a number of more than nine characters has a filler in place of its check
 * digit; the rest of the number, its check digit and a filler are at the start of the optional data.
 */
export function documentNumberRule(format: MrzFormat, lines: readonly string[]): CheckDigitRule {
  const declared = checkDigitRules[format].find(({ name }) => name === 'documentNumber');
  if (declared === undefined) throw new Error(`${format} has no check digit for the document number`);
  const continuation = continuations[format];
  const digit = lines[declared.at.line]?.charAt(declared.at.column);
  if (continuation === undefined || digit !== '<') return declared;
  const [rest = ''] = readSpans(lines, [continuation]).split('<');
  if (rest.length < 2) return declared;
  const { line, start } = continuation;
  const digitColumn = start + rest.length - 1;
  return {
    ...declared,
    covers: [...declared.covers, span(line, start, digitColumn)],
    at: { line, column: digitColumn },
  };
}

/** The text of several spans, joined. */
export function readSpans(lines: readonly string[], spans: readonly MrzSpan[]): string {
  return spans.map(({ line, start, end }) => (lines[line] ?? '').slice(start, end)).join('');
}

function span(line: number, start: number, end: number): MrzSpan {
  return { line, start, end };
}

function rule(name: CheckDigitName, covers: readonly MrzSpan[], line: number, column: number): CheckDigitRule {
  return { name, covers, at: { line, column }, fillerAllowed: false };
}
