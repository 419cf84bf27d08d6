import { describe, expect, it } from 'vitest';
import { findKinds } from '../../../../src/domain/document-kinds/find-kinds.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import type { StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { listAttacks, withAddedLabels, type AddedLabels } from '../../../support/documents/added-labels.ts';
import { provingPapers } from '../../../support/documents/forged-zone.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';
import { isFullSuite, sampleOf } from '../../../support/sample-of.ts';

function checksOf(kind: DocumentKind, result: StoredDocument) {
  return documentStep.evaluate({
    config: { accept: [{ type: kind.type, ...(kind.mustBeNamed && { subtypes: [kind.subtype] }) }] },
    input: { documentType: kind.type },
    stored: { kind: 'done', result },
    at: new Date('2026-03-01T12:00:00.000Z'),
    earlier: [],
  }).outcome.checks;
}

const sizes = [0.4, 0.6, 0.8, 1, 1.3, 1.6, 2, 2.5, 3, 4];
const names: AddedLabels = {
  forged: 'both names',
  labels: 'removed',
  scope: 'all',
  values: 'in view',
  ownLabel: 'first',
  place: 'right under',
  isWholeBlock: false,
  labelSize: 1,
  valueSize: 1,
  doesBlockGrow: true,
};

describe.each(sampleOf(provingPapers, 12).map((paper, index) => [paper.name, paper, index] as const))(
  '%s',
  (_name, paper, index) => {
    it('never passes under false names next to the true ones, from 0.4 to 4 times as large as those', () => {
      // The quick suite tries every fourth size, and the others with the next papers.
      const chosen = sizes.filter((_, at) => isFullSuite || at % 4 === index % 4);
      const passed = chosen.flatMap((valueSize) =>
        (['right under', 'right above', 'far below'] as const).flatMap((place) =>
          [false, true].filter((isWholeBlock) => {
            const how = { ...names, valueSize, labelSize: valueSize, place, isWholeBlock };
            const stored = withAddedLabels(paper, how);
            return stored !== null && checksOf(paper.kind, stored).every(({ outcome }) => outcome === 'passed');
          }),
        ),
      );
      expect(passed).toEqual([]);
    });
  },
);

/** Kinds that list their dates. A card of any country may print a day of issue or none: its true expiry may be taken for one. */
const withListedDates = provingPapers.filter(
  ({ kind }) => kind.country !== null || kind.fields.some(({ name, required }) => name === 'dateOfExpiry' && required),
);
/** With another date erased and its label over the true expiry, the page is what an honest one is. */
const extended = listAttacks().filter(
  ({ forged, values, labels }) => forged === 'expiry' && values === 'in view' && labels !== 'labels of other fields',
);

describe.each(sampleOf(withListedDates, 10).map((paper, index) => [paper.name, paper, index] as const))(
  '%s',
  (_name, { kind, holder, ...paper }, index) => {
    it('never passes with a later expiry in zone or barcode while the one that is past is in view', () => {
      const expired = { ...paper, kind, holder: { ...holder, dateOfExpiry: '2024-06-13' } };
      const passed = extended.filter((attack, at) => {
        const stored = (at + index) % 17 === 0 ? withAddedLabels(expired, attack) : null;
        return stored !== null && checksOf(kind, stored).every(({ outcome }) => outcome === 'passed');
      });
      expect(passed).toEqual([]);
    });
  },
);

describe('the expiry in print', () => {
  const [kind] = findKinds({ type: 'passport' });
  if (kind === undefined) throw new Error('the catalogue has no passport');
  const crossCheck = (dateOfExpiry: string, added: string[]) => {
    const document = makeUpDocument(kind, 1, { dateOfExpiry, dateOfBirth: '1940-04-17' });
    const stored = storeDocument(kind, document, (reading) => ({
      ...reading,
      lines: [...reading.lines, ...added.map((text, row) => printedLine(text, 1000, 1200 + 60 * row))],
    }));
    return checksOf(kind, stored).find(({ id }) => id === 'cross-check')?.outcome;
  };

  it('is doubted where a later date is printed, even one that is past', () => {
    expect(crossCheck('2024-06-13', [])).toBe('passed');
    expect(crossCheck('2024-06-13', ['13 JUN 2025'])).toBe('warning');
  });

  it('is not doubted for the holder’s birth with a year of two digits, which may be read as one of this century', () => {
    expect(crossCheck('2024-06-13', ['17 APR 40'])).toBe('passed');
  });
});
