import { describe, expect, test } from 'vitest';
import { ghostImageSignal, mostClearFaces } from '../../../src/domain/faces/ghost-image-signal.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import {
  noSignals,
  type ClearFace,
  type PageReading,
  type PageSignals,
} from '../../../src/domain/ports/pages/page-reader.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { makeUpDocument, storeDocument } from '../../support/documents/made-up-document.ts';
import { dlib, faceAt } from '../../support/people/made-up-face.ts';

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
function tamperingWith(faces: { front?: ClearFace[]; back?: ClearFace[] }, signals: PageSignals = noSignals) {
  if (kind === undefined) throw new Error('the kind is missing');
  const result = storeDocument(kind, makeUpDocument(kind), (reading, side): PageReading =>
    side === kind.portrait
      ? { ...reading, signals, portrait: holder, portraitArea, clearFaces: [ofPortrait, ...(faces.front ?? [])] }
      : { ...reading, signals, clearFaces: faces.back ?? [] },
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
    passed: outcome.checks.some(({ id, outcome: told }) => id === 'tampering' && told === 'passed'),
    codes: outcome.checks.flatMap(({ id, code }) => (id === 'tampering' && code !== null ? [code] : [])),
    wasLookedFor: tamperingSearch.lookedFor.includes('ghost-image'),
  };
}

test.each(['front', 'back'] as const)('a ghost image of another person on the %s is a doubt', (side) => {
  expect(tamperingWith({ [side]: [ghostOf(9)] })).toEqual({
    passed: false,
    codes: ['document.ghost_image_differs'],
    wasLookedFor: true,
  });
});

test('one of the holder on each side is none', () => {
  expect(tamperingWith({ front: [ghostOf(0.5)], back: [ghostOf(0.9)] })).toEqual({
    passed: false,
    codes: [],
    wasLookedFor: true,
  });
});

test('one of the holder does not outweigh one of another person on the other side', () => {
  expect(tamperingWith({ front: [ghostOf(0.5)], back: [ghostOf(9)] }).codes).toEqual(['document.ghost_image_differs']);
});

test('without one, the record says that nobody could tell: the portrait is no ghost image of itself', () => {
  expect(tamperingWith({})).toEqual({ passed: false, codes: [], wasLookedFor: false });
});

test('one that may be either person is no pass where everything else was judged, and the record says that nobody could tell', () => {
  const weak = { score: 0.1, area: null, evidence: 'faint' };
  const judged = {
    ...noSignals,
    recompression: weak,
    portraitEdges: weak,
    portraitCompression: weak,
    portraitInsertion: weak,
    textCompression: weak,
    copiedLine: weak,
  };
  expect(tamperingWith({}, judged).passed).toBe(true);
  expect(tamperingWith({ back: [ghostOf(0.5)] }, judged).passed).toBe(true);
  for (const unknown of [ghostOf(1.2), { ...ghostOf(0), template: faceAt(0.3, undefined, dlib) }]) {
    expect(tamperingWith({ back: [unknown] }, judged)).toEqual({ passed: false, codes: [], wasLookedFor: false });
  }
});

const somewhere = { x: 0.7, y: 0.3, width: 0.1, height: 0.1 };
const portraitAlone = faceAt(0);
const clearFaceAt = (place: number, model?: string) => ({ area: somewhere, template: faceAt(place, undefined, model) });
const doubtfulFrom = 0.5;

describe('another face on the document', () => {
  test('of another person is a doubt, and says where it is', () => {
    for (const place of [1.25, 1.4, 2]) {
      const signal = ghostImageSignal(portraitAlone, [clearFaceAt(place)]);
      expect(signal?.score).toBeGreaterThanOrEqual(doubtfulFrom);
      expect(signal?.score).toBeLessThanOrEqual(1);
      expect(signal?.area).toEqual(somewhere);
    }
  });

  test('of the person of the portrait is none', () => {
    for (const place of [0, 0.6, 1.09]) {
      expect(ghostImageSignal(portraitAlone, [clearFaceAt(place)])).toMatchObject({ score: 0, area: null });
    }
  });

  test('that may be the same or another person is neither: the evidence says so', () => {
    const signal = ghostImageSignal(portraitAlone, [clearFaceAt(1.2)]);
    expect(signal?.score).toBeGreaterThan(0);
    expect(signal?.score).toBeLessThan(doubtfulFrom);
    expect(signal?.evidence).toContain('may not be the person');
  });

  test('is a doubt also next to one of the person of the portrait, which a forger can add', () => {
    const signal = ghostImageSignal(portraitAlone, [clearFaceAt(0.5), clearFaceAt(1.4), clearFaceAt(0.4)]);
    expect(signal?.score).toBeGreaterThanOrEqual(doubtfulFrom);
  });

  test('is a doubt if there are more than any document has, also if all are the holder', () => {
    const many = Array.from({ length: mostClearFaces - 1 }, () => clearFaceAt(0.3));
    expect(ghostImageSignal(portraitAlone, many)?.score).toBeGreaterThanOrEqual(doubtfulFrom);
    expect(ghostImageSignal(portraitAlone, many.slice(0, -1))?.score).toBe(0);
  });

  test('says nothing if there is none, or a model whose distances were not measured', () => {
    expect(ghostImageSignal(portraitAlone, [])).toBeNull();
    expect(ghostImageSignal(faceAt(0, undefined, dlib), [clearFaceAt(0, dlib)])).toBeNull();
    expect(ghostImageSignal(portraitAlone, [clearFaceAt(0, dlib)])).toBeNull();
  });

  test('that cannot be compared takes the answer from the others, but not a doubt', () => {
    expect(ghostImageSignal(portraitAlone, [clearFaceAt(0), clearFaceAt(0, dlib)])).toBeNull();
    expect(ghostImageSignal(portraitAlone, [clearFaceAt(1.4), clearFaceAt(0, dlib)])?.score).toBeGreaterThanOrEqual(
      doubtfulFrom,
    );
  });
});
