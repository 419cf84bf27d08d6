import { describe, expect, it } from 'vitest';
import {
  isRepaint,
  listAttacks,
  showsTrueNameAsOther,
  withAddedLabels,
} from '../../../support/documents/added-labels.ts';
import { provingPapers } from '../../../support/documents/forged-zone.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { isFullSuite, sampleOf } from '../../../support/sample-of.ts';

/** Every paper in both suites: a rule may fail on one layout alone. The ways to attack are a sample in each, another one for each paper. */
const step = isFullSuite ? 11 : 1_201;
const attacks = listAttacks().filter((attack) => !isRepaint(attack) && !showsTrueNameAsOther(attack));

describe.each(provingPapers.map((paper, index) => [paper.name, paper, index] as const))('%s', (_name, paper, index) => {
  it('passes while nothing was added to it', () => {
    expect(isPassed(paper.kind, storeDocument(paper.kind, makeUpDocument(paper.kind, 1, paper.holder)))).toBe(true);
  });

  it(
    'never passes under words of the zone or barcode that were added with their labels, whatever is left of the true ones',
    { timeout: 120_000 },
    () => {
      // One of each false value with the true one in view, and the sample.
      const plain = attacks.filter(
        ({ labels, scope, values, ownLabel, place, isWholeBlock }) =>
          labels === 'removed' &&
          scope === 'forged' &&
          values === 'in view' &&
          ownLabel === 'first' &&
          place === 'right under' &&
          !isWholeBlock,
      );
      const tries = [...plain, ...attacks.filter((_, at) => (at + index * 7) % step === 0)];
      const passed = tries.filter((attack) => {
        const stored = withAddedLabels(paper, attack);
        return stored !== null && isPassed(paper.kind, stored);
      });
      expect(passed).toEqual([]);
    },
  );
});

it('knows what no rule of print can tell: the true print is gone, and the false one is in its place', () => {
  const repainted = sampleOf(listAttacks().filter(isRepaint), 4);
  expect(repainted.every(({ values }) => values !== 'in view')).toBe(true);
});
