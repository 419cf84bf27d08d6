import { expect, test } from 'vitest';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { ClearFace, PageReading } from '../../../src/domain/ports/pages/page-reader.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { makeUpDocument, storeDocument } from '../../support/documents/made-up-document.ts';
import { faceAt } from '../../support/people/made-up-face.ts';

const kind = documentKinds.find(({ subtype }) => subtype === 'personalausweis');
if (kind === undefined) throw new Error('the kind is missing');
const portraitArea = { x: 0.4, y: 0.4, width: 0.1, height: 0.12 };
const holder = { ...faceAt(0), source: 'document' as const };
const ofPortrait: ClearFace = { area: portraitArea, template: holder };
const ghostOf = (who: number): ClearFace => ({
  area: { x: 0.8, y: 0.5, width: 0.05, height: 0.06 },
  template: faceAt(who),
});

/** The tampering check and what it looked for, of a card with these faces on its sides. */
function tamperingWith(faces: { front?: ClearFace[]; back?: ClearFace[] }) {
  if (kind === undefined) throw new Error('the kind is missing');
  const result = storeDocument(kind, makeUpDocument(kind), (reading, side): PageReading =>
    side === kind.portrait
      ? { ...reading, portrait: holder, portraitArea, clearFaces: [ofPortrait, ...(faces.front ?? [])] }
      : { ...reading, clearFaces: faces.back ?? [] },
  );
  const { outcome } = documentStep.evaluate({
    config: { accept: [{ type: kind.type }] },
    input: { documentType: kind.type },
    stored: { kind: 'done', result },
    at: new Date('2026-03-01T12:00:00Z'),
    earlier: [],
  });
  const { tamperingSearch } = outcome.record as { tamperingSearch: { lookedFor: string[] } };
  return {
    codes: outcome.checks.flatMap(({ id, code }) => (id === 'tampering' && code !== null ? [code] : [])),
    wasLookedFor: tamperingSearch.lookedFor.includes('ghost-image'),
  };
}

test.each(['front', 'back'] as const)('a ghost image of another person on the %s is a doubt', (side) => {
  expect(tamperingWith({ [side]: [ghostOf(9)] })).toEqual({
    codes: ['document.ghost_image_differs'],
    wasLookedFor: true,
  });
});

test('one of the holder on each side is none', () => {
  expect(tamperingWith({ front: [ghostOf(0.5)], back: [ghostOf(0.9)] })).toEqual({ codes: [], wasLookedFor: true });
});

test('one of the holder does not outweigh one of another person on the other side', () => {
  expect(tamperingWith({ front: [ghostOf(0.5)], back: [ghostOf(9)] }).codes).toEqual(['document.ghost_image_differs']);
});

test('without one, the record says that nobody could tell: the portrait is no ghost image of itself', () => {
  expect(tamperingWith({})).toEqual({ codes: [], wasLookedFor: false });
});
