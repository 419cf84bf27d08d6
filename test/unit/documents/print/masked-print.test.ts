import { describe, expect, it } from 'vitest';
import { provingPapers } from '../../../support/documents/forged-zone.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import { falseFields, masks, withMask } from '../../../support/documents/masked-print.ts';
import { isFullSuite } from '../../../support/sample-of.ts';

/** Every paper in both suites; the quick one tries every third mask, other ones for each paper. */
const step = isFullSuite ? 1 : 3;
const fields = Object.keys(falseFields) as (keyof typeof falseFields)[];

describe.each(provingPapers.map((paper, index) => [paper.name, paper, index] as const))('%s', (_name, paper, index) => {
  it('never passes under a false value while the true one is in view, whatever is printed next to it on its line', () => {
    const tries = Object.keys(masks)
      .filter((_, at) => (at + index) % step === 0)
      .flatMap((mask) => fields.map((field) => ({ mask, field })));
    const passed = tries.filter(({ mask, field }) => {
      const stored = withMask(paper, mask, field);
      return stored !== null && isPassed(paper.kind, stored);
    });
    expect(passed).toEqual([]);
  });
});
