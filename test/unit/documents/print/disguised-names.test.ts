import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { possibleNamesIn } from '../../../../src/steps/document/print/possible-names.ts';
import { provingPapers } from '../../../support/documents/forged-zone.ts';
import { alone, inline, isHidden, labelled, type Print } from '../../../support/documents/hidden-name.ts';
import { printedLine, textLine } from '../../../support/documents/printed-document.ts';
import { isFullSuite, sampleOf } from '../../../support/sample-of.ts';

/** Family names of many languages, as zones spell them. */
const names = `
  OTIENO ABDULLAHI ADEYEMI AGUIRRE ALBRECHT BALOGUN BJORKLUND BORGES CHUKWU CZERNY DEMIR DIALLO ECHEVERRIA ERIKSSON FERNANDEZ FUJIMOTO
  GRIGORESCU GUPTA HAKIMI HOANG IBRAHIMOVIC IVANENKO JANKAUSKAS JOHNSON KAPOOR KOWALCZYK LAHTINEN LINDQVIST MBEKI MURPHY NAKAMURA NGUYEN
  OKAFOR OZTURK PAPADOPOULOS PEREIRA QURESHI RASMUSSEN ROSSI SCHULZE SILVA TANAKA TREMBLAY UGARTE VANDERMEER VARGA WANJIRU YAMADA YILMAZ ZELENKO
`
  .trim()
  .split(/\s+/);

const titled = (name: string) => name.charAt(0) + name.slice(1).toLowerCase();
const digitFor: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  Z: '2',
  E: '3',
  A: '4',
  S: '5',
  T: '7',
  B: '8',
  G: '9',
};

/** The first letters that resemble a digit become one: at most half of the name, and fewer than four. */
function withDigits(name: string): string {
  let left = Math.min(3, Math.floor(name.length / 2));
  return Array.from(name)
    .map((letter) => {
      const digit = digitFor[letter];
      if (digit === undefined || left === 0) return letter;
      left -= 1;
      return digit;
    })
    .join('');
}

/** How a forger may print on the letters of a true name. */
const disguises: Readonly<Record<string, (name: string) => string>> = {
  'with small letters between two capitals': (name) => titled(name.slice(0, -1)) + name.slice(-1),
  'with small and large letters in turns': (name) =>
    Array.from(name)
      .map((letter, index) => (index % 2 === 0 ? letter : letter.toLowerCase()))
      .join(''),
  'with a small letter first': (name) => name.charAt(0).toLowerCase() + titled(name.slice(1)),
  'with capitals in its middle': (name) => name.slice(0, 2).toLowerCase() + titled(name.slice(2)),
  'with digits in place of letters': withDigits,
};

const places: readonly ((text: string) => Print)[] = [
  alone,
  (text) => labelled('country', text),
  (text) => labelled('number', text),
  (text) => inline('text', text),
  (text) => inline('date', text),
];

/** No reader knows the script of Japan, so its passports have words that only look disguised. */
const readPapers = provingPapers.filter(({ holder }) => holder.issuingState !== 'JPN');

describe('a true name that a forger has disguised, in view under a false one', () => {
  it.each(Object.entries(disguises))('never passes: %s', (_way, disguise) => {
    const tried = sampleOf(names, 25).flatMap((name, index) => {
      // Each name on another paper and at another place; in the full suite, on four papers and at all places.
      const papers = Array.from(
        { length: isFullSuite ? 4 : 1 },
        (_, turn) => readPapers[(7 * index + 11 * turn) % readPapers.length],
      );
      const prints = isFullSuite
        ? places
        : places.filter((_, at) => at === 0 || at === 1 + (index % (places.length - 1)));
      return papers.flatMap((paper) =>
        paper === undefined ? [] : prints.map((place) => ({ name, paper, print: place(disguise(name)) })),
      );
    });
    const passed = tried.filter(({ name, paper, print }) => isHidden(paper, print, name) === true);
    expect(passed.map(({ name, paper }) => `${disguise(name)} on ${paper.name}`)).toEqual([]);
  });
});

describe('a printed word with small letters or digits', () => {
  const kind =
    documentKinds.find(({ type, country, subtype }) => type === 'passport' && (country ?? subtype) === null) ?? null;
  const words = [{ name: 'familyNames' as const, value: 'ALGUEM', meaning: 'ALGUEM' }];

  it.each([
    ['OtienO', ['OTIENO']],
    ['0T1EN0', ['OTIENO']],
    ['AlgueM', []],
    ['4LGUEM', ['LGUEM']],
    ['dateOfBirth', []],
    ['SurnameNom', []],
    ['SurnamelNom', []],
    ['PAB83426', []],
    ['12AUG1974', []],
    ['B1E', []],
  ])('is a name where nothing explains it: %s: %j', (text, found) => {
    expect(possibleNamesIn(text, { words, kind })).toEqual(found);
  });
});

describe('a word that ends with a number', () => {
  const card = documentKinds.find(({ barcodes }) => barcodes.some(({ standard }) => standard === 'aamva')) ?? null;
  it.each([
    ['4a ISs01/11/2022', []],
    ['ISS01/11/2022', []],
    ['EXP01', []],
    // No label of the kind.
    ['OTIENO01/11/2022', ['OTIENO', 'OTIENOOI']],
    ['OTIENO7', ['OTIENO', 'OTIENOT']],
    // More letters follow the label.
    ['ISS0T1EN0', ['ISSOTIENO']],
  ])('is a label if it is one without the number: %s: %j', (text, found) => {
    expect(possibleNamesIn(text, { words: [], kind: card })).toEqual(found);
  });
});

describe('a true name in view under a false one', () => {
  const papers = sampleOf(readPapers, 14);
  const passing = (print: Print, reprint?: typeof printedLine) =>
    papers
      .filter((paper) =>
        [-120, 40, 80].some(
          (lower) => isHidden(paper, print, 'OTIENO', { lower, ...(reprint && { reprint }) }) === true,
        ),
      )
      .map(({ name }) => name);

  it.each(['OtienO', 'oTiEnO', '0T1EN0'])('is another name behind it on its line, too: %s', (disguised) => {
    const before: typeof printedLine = (text, x, y) => printedLine(`${text} ${disguised}`, x, y);
    // A family name next to the true given names.
    const found = papers.filter(
      (paper) =>
        isHidden(paper, alone('-'), 'OTIENO', {
          reprint: (text, x, y) => (text.includes('OUTRO') ? before : printedLine)(text, x, y),
        }) === true,
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it('is no small print because the false names are stretched', () => {
    const stretched: typeof printedLine = (text, x, y) =>
      textLine(text, x, y, { size: { height: 32, letter: 700 / text.length } });
    expect(passing(alone('OTIENO'), stretched)).toEqual([]);
  });

  it('is not outside the document because the false names are tiny and far below it, and a digit is next to it', () => {
    const tiny: typeof printedLine = (text, x, y) => textLine(text, x, y, { size: { height: 7, letter: 5 } });
    const found = papers.filter((paper) =>
      [60, 120, 180, 240, 300, 360].some(
        (lower) => isHidden(paper, alone('OTIENO 7'), 'OTIENO', { lower, reprint: tiny }) === true,
      ),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
