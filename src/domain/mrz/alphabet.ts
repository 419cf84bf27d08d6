import { mrzShapes, type MrzFormat } from './format.ts';

const filler = '<';
const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letter = letters + filler;
const dateDigit = digits + filler;
const any = digits + letters + filler;
/** Female, male, unspecified (ICAO 9303 part 4, section 4.2.2). */
const sex = 'FM<';

/** The characters allowed at each position of each line. */
export type MrzAlphabet = readonly (readonly string[])[];

/** ICAO 9303 part 4, section 4.2.2 (passports, TD3). */
const passport: MrzAlphabet = [
  ['P', ...times(43, letter)],
  [
    ...times(9, any),
    digits,
    ...times(3, letter),
    ...dateAndDigit(),
    sex,
    ...dateAndDigit(),
    ...times(14, any),
    dateDigit,
    digits,
  ],
];

/** ICAO 9303 part 5, section 4.2.2 (cards of size TD1). The filler at position 15 announces a long document number. */
const smallCard: MrzAlphabet = [
  ['ACI', letter + digits, ...times(3, letter), ...times(9, any), dateDigit, ...times(15, any)],
  [...dateAndDigit(), sex, ...dateAndDigit(), ...times(3, letter), ...times(11, any), digits],
  times(30, letter),
];

/** ICAO 9303 part 6, section 4.2.2 (cards of size TD2). Position 10 works like position 15 of TD1. */
const card: MrzAlphabet = [
  ['ACI', letter, ...times(34, letter)],
  [
    ...times(9, any),
    dateDigit,
    ...times(3, letter),
    ...dateAndDigit(),
    sex,
    ...dateAndDigit(),
    ...times(7, any),
    digits,
  ],
];

/**
 * The characters that ICAO 9303, and the two layouts outside it, allow at each position. The second character of a TD1 document code may be
 * a digit here: part 5 does not provide for it, but cards of the United States have one. Unknown parts of a date are fillers (part 3, 4.8).
 */
export const mrzAlphabets: Readonly<Record<MrzFormat, MrzAlphabet>> = {
  TD1: smallCard,
  TD2: card,
  TD3: passport,
  'MRV-A': visa(mrzShapes['MRV-A'].characters),
  'MRV-B': visa(mrzShapes['MRV-B'].characters),
  'FR-ID': frenchCard(),
  'CH-DL': swissLicence(),
};

/**
 * The French card until 2021: surname, then department and office of issue; year and month of issue, department and order with
 * their digit, given names, date of birth with its digit, sex, and a digit over both lines.
 */
function frenchCard(): MrzAlphabet {
  return [
    [...Array.from('IDFRA'), ...times(25, letter), ...times(6, any)],
    [...times(12, any), digits, ...times(14, letter), ...dateAndDigit(), 'FM', digits],
  ];
}

/** The Swiss licence: number with its version and date of birth, no check digit; names. */
function swissLicence(): MrzAlphabet {
  return [
    [...Array.from('FACHE'), ...times(12, digits), ...times(2, filler), ...times(6, digits), ...times(5, filler)],
    times(30, letter),
  ];
}

/** ICAO 9303 part 7, visas of format A and of format B: no composite check digit, optional data to the end. */
function visa(characters: number): MrzAlphabet {
  return [
    ['V', ...times(characters - 1, letter)],
    [
      ...times(9, any),
      digits,
      ...times(3, letter),
      ...dateAndDigit(),
      sex,
      ...dateAndDigit(),
      ...times(characters - 28, any),
    ],
  ];
}

function dateAndDigit(): string[] {
  return [...times(6, dateDigit), digits];
}

function times(count: number, allowed: string): string[] {
  return Array.from({ length: count }, () => allowed);
}
