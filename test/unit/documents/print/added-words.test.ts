import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { degradations, degrade, provingPapers, type ProvingPaper } from '../../../support/documents/forged-zone.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, type MadeUpHolder } from '../../../support/documents/made-up-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

/**
 * A forger types the zone or barcode again, leaves the true print, and adds his own words to the page: under the true ones, above them, or
 * far away. Forgeries that hide or rewrite the true print are those of the other tests; these leave every word of it in view.
 */
const stillInView = [
  'left as it is',
  'labels too small to be found',
  'labels smeared into other letters',
  'labels of a language that no kind knows',
  'so blurred that nothing is sure',
  'spaces lost',
] as const;
const lower = [40, 3000, -3000];
const forgedWords: readonly Partial<MadeUpHolder>[] = [
  { familyNames: 'OUTRO ALGUEM' },
  { givenNames: 'BEATRIX' },
  { dateOfExpiry: '2033-06-13' },
  { familyNames: 'OUTRO ALGUEM', givenNames: 'BEATRIX', dateOfExpiry: '2033-06-13' },
];

function moved({ box, ...line }: TextLine, by: number): TextLine {
  return { ...line, box: box.map(([x, y]) => [x, y + by]) as unknown as TextLine['box'] };
}

/** The document with a zone or barcode that says other words, and with those words printed again, lower by so many pixels. */
function withAddedWords(
  { kind, holder }: ProvingPaper,
  words: Partial<MadeUpHolder>,
  { degradation, by }: { degradation: string; by: number },
): StoredDocument {
  const mine = makeUpDocument(kind, 1, holder);
  const forged = makeUpDocument(kind, 1, { ...holder, ...words });
  const stored = degrade(kind, { ...mine, zone: forged.zone, barcode: forged.barcode }, degradation, 1);
  const known = new Set([...mine.printed.lines.front, ...mine.printed.lines.back].map(({ text }) => text));
  const isAdded = ({ text }: TextLine) => !known.has(text);
  const added = (side: 'front' | 'back') => forged.printed.lines[side].filter(isAdded).map((line) => moved(line, by));
  const pages = stored.pages.map(({ reading, ...page }, index) => ({
    ...page,
    reading: reading && { ...reading, lines: [...reading.lines, ...added(index === 0 ? 'front' : 'back')] },
  }));
  return { ...stored, pages };
}

/** Some zones and barcodes do not tell every word: without it, there is nothing to forge. */
function isForged({ kind, holder }: ProvingPaper, words: Partial<MadeUpHolder>): boolean {
  const [mine, forged] = [holder, { ...holder, ...words }].map((one) => {
    const { zone, barcode } = makeUpDocument(kind, 1, one);
    return { zone, barcode };
  });
  return !isDeepStrictEqual(mine, forged);
}

const isCard = ({ kind }: ProvingPaper) => kind.barcodes.some(({ standard }) => standard !== null);
const cards = provingPapers.filter(isCard);
const others = provingPapers.filter((paper) => !isCard(paper));
const papers = [...sampleOf(others, 7), ...sampleOf(cards, 1)].map((paper) => [paper.name, paper] as const);

describe.each(papers)('%s', (_name, paper) => {
  const tries = sampleOf(
    stillInView.flatMap((degradation) => lower.map((by) => ({ degradation, by }))),
    5,
  );

  it('never passes under words of the zone or barcode that were added to a print which still says others', () => {
    const passed = forgedWords
      .filter((words) => isForged(paper, words))
      .flatMap((words) =>
        tries
          .filter((how) => isPassed(paper.kind, withAddedWords(paper, words, how)))
          .map((how) => ({ words, ...how })),
      );
    expect(passed).toEqual([]);
  });
});

it('every way to leave the print in view is one that the other tests know', () => {
  expect(Object.keys(degradations)).toEqual(expect.arrayContaining([...stillInView]));
});
