import { describe, expect, test } from 'vitest';
import { kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../../src/steps/document/page-result-schema.ts';
import { partFaces } from '../../../../src/steps/document/part-faces.ts';
import { isPassed } from '../../../support/documents/judge-document.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';

const cards = documentKinds.filter(
  ({ mrz, sides, fields }) =>
    mrz?.formats[0] === 'TD1' &&
    mrz.side === 'back' &&
    sides.length === 2 &&
    fields.some(({ side }) => side === 'back'),
);
const cardsWithNamesAtZone = documentKinds.filter(
  ({ mrz, fields }) =>
    mrz?.formats[0] === 'TD1' && fields.find(({ name }) => name === 'familyNames')?.side === mrz.side,
);

function moved(lines: readonly TextLine[], down: number): TextLine[] {
  return lines.map((line) => ({ ...line, box: line.box.map(([x, y]) => [x, y + down]) as unknown as TextLine['box'] }));
}

/** One picture with the front above the back, read as one page. */
function onePicture(kind: DocumentKind): StoredDocument {
  const stored = storeDocument(kind, makeUpDocument(kind));
  const [front, back] = stored.pages;
  if (front?.reading == null || back?.reading == null) throw new Error('a page is missing');
  const lines = [...moved(front.reading.lines, -1500), ...moved(back.reading.lines, 550)];
  return { ...stored, pages: [{ ...back, kind: 'document-front', reading: { ...back.reading, lines } }] };
}

describe.each(cards.map((kind) => [kindKeyOf(kind), kind] as const))('%s', (_name, kind) => {
  test('passes with both faces in one picture that was read as one page, just as with two pictures', () => {
    expect(isPassed(kind, storeDocument(kind, makeUpDocument(kind)))).toBe(true);
    expect(isPassed(kind, onePicture(kind))).toBe(true);
  });

  test('is not split if the other face was sent as well', () => {
    const one = onePicture(kind);
    const both = { ...one, pages: [...one.pages, ...storeDocument(kind, makeUpDocument(kind)).pages.slice(0, 1)] };
    expect(partFaces(both)).toBe(both);
  });
});

test('print on two sides of the face with the zone is not taken for another face', () => {
  const [kind] = cards;
  if (kind === undefined) throw new Error('the catalogue has no card');
  const one = onePicture(kind);
  const [page] = one.pages;
  const lines = page?.reading?.lines ?? [];
  const around = [...lines, ...moved(lines.slice(0, 2), 6000)];
  const result = {
    ...one,
    pages: one.pages.map((each) => ({ ...each, reading: each.reading && { ...each.reading, lines: around } })),
  };
  expect(partFaces(result)).toBe(result);
});

test.each(cardsWithNamesAtZone.map((kind) => [kindKeyOf(kind), kind] as const))(
  '%s prints names with the zone: false names away from that face pass under no zone',
  (_name, kind) => {
    const mine = makeUpDocument(kind);
    const forged = makeUpDocument(kind, 1, { ...mine.holder, familyNames: 'OUTRO ALGUEM', givenNames: 'BEATRIX' });
    const stored = storeDocument(kind, { ...mine, zone: forged.zone });
    const [page] = stored.pages;
    if (page?.reading == null) throw new Error('a page is missing');
    // The true labels are lost, but the true names are visible.
    const left = page.reading.lines.filter((line) => mine.printed.roles.get(line)?.isLabel !== true);
    const lines = [...moved(left, 550), ...moved(forged.printed.lines.front, -1500)];
    expect(isPassed(kind, { ...stored, pages: [{ ...page, reading: { ...page.reading, lines } }] })).toBe(false);
  },
);
