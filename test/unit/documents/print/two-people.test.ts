import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { checkAgreement } from '../../../../src/steps/document/checks/cross-check.ts';
import { gatherEvidence } from '../../../../src/steps/document/gather-evidence.ts';
import { documentSchema } from '../../../../src/steps/document/schema.ts';
import {
  degradations,
  degrade,
  provingKinds,
  provingPapers,
  type ProvingPaper,
} from '../../../support/documents/forged-zone.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, type MadeUpDocument } from '../../../support/documents/made-up-document.ts';
import { sampleOf } from '../../../support/sample-of.ts';

/** Combinations of two people's documents, which differ in names, number and expiry. */
function twoPeople({ kind, holder }: ProvingPaper): { mine: MadeUpDocument; theirs: MadeUpDocument } {
  const mine = makeUpDocument(kind, 1, holder);
  const other = { familyNames: 'OUTRO ALGUEM', givenNames: 'BEATRIX', dateOfExpiry: '2033-06-13' };
  return { mine, theirs: makeUpDocument(kind, 2, { ...holder, ...other }) };
}

const at = new Date('2026-03-01T12:00:00.000Z');

function configOf(kind: DocumentKind) {
  return documentSchema.config.parse({
    accept: [{ type: kind.type, ...(kind.mustBeNamed && { subtypes: [kind.subtype] }) }],
  });
}

/** The degradations under which the document passes. */
function passesUnder(kind: DocumentKind, document: MadeUpDocument): string[] {
  return sampleOf(Object.keys(degradations), 4).filter((name) => isPassed(kind, degrade(kind, document, name, 1)));
}

const far = (lines: readonly TextLine[]) =>
  lines.map((line) => ({ ...line, box: line.box.map(([x, y]) => [x, y + 3000]) as unknown as TextLine['box'] }));

const papers = sampleOf(provingPapers, 14).map((paper) => [paper.name, paper] as const);
const isShownOnFront = ({ mrz, barcodes }: DocumentKind) =>
  mrz?.side === 'front' && barcodes.every(({ standard, side }) => standard === null || side === 'front');

describe.each(papers)('%s', (_name, paper) => {
  const { kind } = paper;
  const { mine, theirs } = twoPeople(paper);

  it('with the whole zone or barcode of somebody else never passes, whatever is done to its print', () => {
    expect(passesUnder(kind, { ...mine, zone: theirs.zone, barcode: theirs.barcode })).toEqual([]);
  });

  it('with somebody else’s word printed in place of one field never passes, although zone and barcode are its own', () => {
    const fields = ['familyNames', 'givenNames', 'dateOfBirth', 'dateOfExpiry'] as const;
    const forged = {
      familyNames: 'FALSO IMPOSTOR',
      givenNames: 'BEATRIX',
      dateOfBirth: '1979-11-23',
      dateOfExpiry: '2034-06-13',
    };
    const passed = fields.filter((field) => {
      if (!isPrinted(kind, field) || !isCoded(kind, field)) return false;
      const { printed } = makeUpDocument(kind, 1, { ...mine.holder, [field]: forged[field] });
      return isPassed(kind, degrade(kind, { ...mine, printed }, 'left as it is', 1));
    });
    expect(passed).toEqual([]);
  });

  it.skipIf(isShownOnFront(kind))(
    'never passes with the back of somebody else’s, whatever is done to its print',
    () => {
      const lines = { front: mine.printed.lines.front, back: theirs.printed.lines.back };
      const values = [...mine.printed.values, ...theirs.printed.values];
      const isOnFront = kind.mrz?.side === 'front';
      const mixed = { ...theirs, ...(isOnFront && { zone: mine.zone }), printed: { ...theirs.printed, values, lines } };
      expect(passesUnder(kind, mixed)).toEqual([]);
    },
  );

  it.each([
    ['below', mine, theirs],
    ['above', theirs, mine],
  ])(
    'never passes under the names of somebody whose document is in the same picture, %s, and whose zone was read alone',
    (_place, upper, lower) => {
      const lines = {
        front: [...upper.printed.lines.front, ...far(lower.printed.lines.front)],
        back: [...upper.printed.lines.back, ...far(lower.printed.lines.back)],
      };
      const both = { ...theirs, printed: { ...theirs.printed, lines } };
      const result = degrade(kind, both, 'left as it is', 1);
      expect(isPassed(kind, result)).toBe(false);
      // This check must fail by itself, too, because the other checks see only one of the two people.
      const input = { documentType: kind.type };
      const evidence = gatherEvidence({ config: configOf(kind), input, result, at, earlier: [] });
      expect(checkAgreement(evidence)[0]?.outcome).not.toBe('passed');
    },
  );

  it('does not pass with its names under each other’s labels', () => {
    const labelled = ['familyNames', 'givenNames'] as const;
    if (!labelled.every((field) => isPrinted(kind, field, true))) return;
    const { familyNames, givenNames } = mine.holder;
    const { printed } = makeUpDocument(kind, 1, { ...mine.holder, familyNames: givenNames, givenNames: familyNames });
    expect(isPassed(kind, degrade(kind, { ...mine, printed }, 'left as it is', 1))).toBe(false);
  });
});

/** A range of years contains no day that could be exchanged for another one. */
function isPrinted({ fields }: DocumentKind, name: DocumentFieldName, isOwnLabel = false): boolean {
  const isWhole = !isOwnLabel && (name === 'familyNames' || name === 'givenNames');
  return fields.some(
    (field) => (field.name === name || (isWhole && field.name === 'fullName')) && field.form !== 'year-range',
  );
}

/** The zones of two kinds have no expiry date. */
function isCoded({ mrz }: DocumentKind, name: DocumentFieldName): boolean {
  return name !== 'dateOfExpiry' || mrz?.formats.some((format) => format === 'FR-ID' || format === 'CH-DL') !== true;
}

it('every kind of the catalogue whose zone or barcode proves itself is among the papers', () => {
  const proven = documentKinds.filter(
    ({ mrz, barcodes }) => mrz !== null || barcodes.some(({ standard }) => standard !== null),
  );
  expect(provingKinds).toEqual(proven);
  const forgotten = proven.filter((kind) => !provingPapers.some((paper) => paper.kind === kind));
  expect(forgotten.map(kindKeyOf)).toEqual([]);
  expect(provingPapers.length).toBeGreaterThanOrEqual(40);
});
