import { describe, expect, test } from 'vitest';
import { findKinds, kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { PageReading } from '../../../../src/domain/ports/pages/page-reader.ts';
import { placeReading } from '../../../../src/services/media/place-reading.ts';
import { evaluateDocument } from '../../../../src/steps/document/evaluate-document.ts';
import { recogniseKind } from '../../../../src/steps/document/recognise-kind.ts';
import { documentSchema } from '../../../../src/steps/document/schema.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { emptyReading, makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';

const at = new Date('2026-03-01T00:00:00Z');
const config = documentSchema.config.parse({
  accept: ['national-id', 'passport', 'driving-license'].map((type) => ({ type })),
});
const face = { x: 0.1, y: 0.3, width: 0.1, height: 0.15 };

const [passport] = findKinds({ type: 'passport' });
const cards = documentKinds.filter(({ mrz, sides }) => mrz?.side === 'back' && sides.length === 2);
const ofCountries = documentKinds.filter(({ country }) => country !== null);
const licences = documentKinds.filter(({ type, mrz }) => type === 'driving-license' && mrz === null);

function readingsOf(kind: (typeof documentKinds)[number], seed = 1): PageReading[] {
  return storeDocument(kind, makeUpDocument(kind, seed)).pages.flatMap(({ reading }) => reading ?? []);
}

/** Whether the print alone tells the side that a picture shows. */
function isSideTold({ lines }: PageReading, kind: (typeof documentKinds)[number]): boolean {
  const traces = { pages: [layOutPage({ lines })], zone: null, barcode: null };
  const { sides, isCertain } = recogniseKind(traces, { documentType: kind.type });
  return isCertain && sides[0] !== null;
}

/** One upload whose picture shows these pages side by side. */
function codesOf(cut: readonly PageReading[], kind: (typeof documentKinds)[number]) {
  const pages = cut.map((reading, index) => ({
    mediaId: 'med_1',
    kind: 'document-front' as const,
    codes: [],
    fault: null,
    reading: { ...reading, cut: { number: index + 1, count: cut.length } },
  }));
  const input = { documentType: kind.type, ...(kind.country !== null && { country: kind.country }) };
  const evaluation = evaluateDocument({
    config,
    input,
    result: { pages, unreadPages: 0, origins: [], durationMs: 1 },
    earlier: [],
    at,
  });
  return { retakeCodes: evaluation.retakeCodes, codes: evaluation.outcome.checks.map(({ code }) => code) };
}

describe('two documents in one picture', () => {
  test('are asked for separately, whichever two zones they have', () => {
    if (passport === undefined) throw new Error('the catalogue has no passport');
    const [one] = readingsOf(passport, 1);
    for (const other of [readingsOf(passport, 2)[0], ...cards.slice(0, 4).map((kind) => readingsOf(kind)[1])]) {
      if (one === undefined || other === undefined) throw new Error('a page is missing');
      for (const cut of [
        [one, other],
        [other, one],
      ]) {
        expect(codesOf(cut, passport).retakeCodes).toContain('document.several');
      }
    }
  });

  test('are recognised by a second zone if no page could be cut out', () => {
    if (passport === undefined) throw new Error('the catalogue has no passport');
    const [reading] = readingsOf(passport);
    if (reading === undefined) throw new Error('a page is missing');
    expect(codesOf([{ ...reading, otherZones: 1 }], passport).retakeCodes).toContain('document.several');
    expect(codesOf([{ ...reading, otherZones: 0 }], passport).retakeCodes).not.toContain('document.several');
  });

  test('are recognised by two portraits of one size, and a ghost image does not count', () => {
    const [kind] = cards;
    if (kind === undefined) throw new Error('the catalogue has no card');
    const [front, back] = readingsOf(kind);
    if (front === undefined || back === undefined) throw new Error('a side is missing');
    const withFace = (reading: PageReading, share: number) => ({
      ...reading,
      portraitArea: { ...face, width: face.width * share },
    });
    expect(codesOf([withFace(front, 1), withFace(back, 0.9)], kind).retakeCodes).toContain('document.several');
    expect(codesOf([withFace(front, 1), withFace(back, 0.4)], kind).retakeCodes).not.toContain('document.several');
  });

  test.each(ofCountries.map((kind) => [kindKeyOf(kind), kind] as const))(
    'are recognised by one side of both if nothing else tells them apart: %s',
    (_key, kind) => {
      for (const side of kind.sides.keys()) {
        const [one, other] = [readingsOf(kind, 1)[side], readingsOf(kind, 2)[side]];
        if (one === undefined || other === undefined) throw new Error('a side is missing');
        // A side with next to no labels cannot be told from the other one.
        if (!isSideTold(one, kind)) continue;
        const rest = readingsOf(kind, 1).filter((_, index) => index !== side);
        expect(codesOf([one, other, ...rest], kind).retakeCodes).toContain('document.several');
      }
    },
  );

  test('are recognised by their kinds', () => {
    const [one, other] = licences;
    if (one === undefined || other === undefined) throw new Error('the catalogue lacks licences');
    const cut = [readingsOf(one)[0], readingsOf(other)[0]].filter((reading) => reading !== undefined);
    expect(one.country).not.toBe(other.country);
    expect(codesOf(cut, one).retakeCodes).toContain('document.several');
  });
});

describe('front and back of one card in one picture', () => {
  test.each(ofCountries.filter(({ sides }) => sides.length > 1).map((kind) => [kindKeyOf(kind), kind] as const))(
    'are two sides: %s',
    (_key, kind) => {
      const cut = readingsOf(kind);
      for (const pages of [cut, [...cut].reverse()]) {
        expect(codesOf(pages, kind).retakeCodes).not.toContain('document.several');
      }
    },
  );

  test('are one document, and neither counts as the wrong side', () => {
    for (const kind of cards) {
      const cut = readingsOf(kind);
      for (const pages of [cut, [...cut].reverse()]) {
        const { codes } = codesOf(pages, kind);
        expect([kindKeyOf(kind), codes]).not.toContainEqual('document.several');
        expect([kindKeyOf(kind), codes.includes('document.several'), codes.includes('document.wrong_side')]).toEqual([
          kindKeyOf(kind),
          false,
          false,
        ]);
      }
    }
  });
});

test('values of a cut-out page are reported with their places in the whole picture', () => {
  const box = [
    [10, 20],
    [110, 20],
    [110, 40],
    [10, 40],
  ] as const;
  const line = { text: 'A', confidence: 1, box };
  const cut = {
    ...emptyReading([line]),
    widthPx: 500,
    heightPx: 300,
    portraitArea: { x: 0.5, y: 0.5, width: 0.1, height: 0.2 },
  };
  const placed = placeReading(cut, { x: 0.5, y: 0.25, width: 0.5, height: 0.5 });
  expect([placed.widthPx, placed.heightPx]).toEqual([1000, 600]);
  expect(placed.lines[0]?.box).toEqual([
    [510, 170],
    [610, 170],
    [610, 190],
    [510, 190],
  ]);
  expect(placed.portraitArea).toEqual({ x: 0.75, y: 0.5, width: 0.05, height: 0.1 });
});
