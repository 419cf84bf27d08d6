import { expect, test } from 'vitest';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { verifyCheckDigits } from '../../../src/domain/mrz/check-digits.ts';
import { getNationalRule } from '../../../src/domain/national-numbers/index.ts';
import { composeDocument, drawDocument } from '../../../specimens/documents/draw-document.ts';

const seeds = [1, 2, 3];

test.each(documentKinds.map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s: everything that the catalogue names fits on the document, and keeps its rules',
  async (_, kind) => {
    for (const seed of seeds) {
      const { pages, truth } = await composeDocument(kind, { seed });
      expect(pages.map(([side]) => side)).toEqual(kind.sides);
      for (const [side, page] of pages) {
        const onPage = page.texts.map(({ text }) => text).join('\n');
        for (const [index, { side: ownSide }] of kind.fields.entries()) {
          const lines = truth.holder.prints[index]?.lines ?? [];
          for (const line of lines) if (side === ownSide) expect(onPage).toContain(line);
        }
        for (const { x, y } of page.texts) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThan(page.heightMm);
        }
      }
      for (const { name, rule } of kind.fields) {
        const number = truth.printed[name]?.normalised ?? '';
        if (rule !== null) expect(getNationalRule(rule).isValid(number)).toBe(true);
      }
      const { mrz } = truth;
      if (mrz !== null) expect(verifyCheckDigits(mrz.format, mrz.lines).every(({ valid }) => valid)).toBe(true);
    }
  },
);

test('the same seed gives the same picture, and another seed another one', async () => {
  const kind = documentKinds.find(({ subtype }) => subtype === 'cnh-2022');
  if (kind === undefined) throw new Error('the catalogue has no CNH');
  const [first, again, other] = await Promise.all([7, 7, 8].map((seed) => drawDocument(kind, { seed })));
  expect(first?.sides[0]?.jpeg.equals(again?.sides[0]?.jpeg ?? Buffer.alloc(0))).toBe(true);
  expect(first?.sides[0]?.jpeg.equals(other?.sides[0]?.jpeg ?? Buffer.alloc(0))).toBe(false);
});
