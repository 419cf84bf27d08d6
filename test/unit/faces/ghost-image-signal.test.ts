import { describe, expect, test } from 'vitest';
import { ghostImageSignal, mostClearFaces } from '../../../src/domain/faces/ghost-image-signal.ts';
import { dlib, faceAt } from '../../support/people/made-up-face.ts';

const area = { x: 0.7, y: 0.3, width: 0.1, height: 0.1 };
const portrait = faceAt(0);
const ghostAt = (place: number, model?: string) => ({ area, template: faceAt(place, undefined, model) });
const doubtfulFrom = 0.5;

describe('another face on the document', () => {
  test('of another person is a doubt, and says where it is', () => {
    for (const place of [1.25, 1.4, 2]) {
      const signal = ghostImageSignal(portrait, [ghostAt(place)]);
      expect(signal?.score).toBeGreaterThanOrEqual(doubtfulFrom);
      expect(signal?.score).toBeLessThanOrEqual(1);
      expect(signal?.area).toEqual(area);
    }
  });

  test('of the person of the portrait is none', () => {
    for (const place of [0, 0.6, 1.09]) {
      expect(ghostImageSignal(portrait, [ghostAt(place)])).toMatchObject({ score: 0, area: null });
    }
  });

  test('that may be the same or another person is neither: the evidence says so', () => {
    const signal = ghostImageSignal(portrait, [ghostAt(1.2)]);
    expect(signal?.score).toBeGreaterThan(0);
    expect(signal?.score).toBeLessThan(doubtfulFrom);
    expect(signal?.evidence).toContain('may not be the person');
  });

  test('is a doubt also next to one of the person of the portrait, which a forger can add', () => {
    const signal = ghostImageSignal(portrait, [ghostAt(0.5), ghostAt(1.4), ghostAt(0.4)]);
    expect(signal?.score).toBeGreaterThanOrEqual(doubtfulFrom);
  });

  test('is a doubt if there are more than any document has, whoever they show', () => {
    const many = Array.from({ length: mostClearFaces - 1 }, () => ghostAt(0.3));
    expect(ghostImageSignal(portrait, many)?.score).toBeGreaterThanOrEqual(doubtfulFrom);
    expect(ghostImageSignal(portrait, many.slice(0, -1))?.score).toBe(0);
  });

  test('says nothing if there is none, or a model whose distances were not measured', () => {
    expect(ghostImageSignal(portrait, [])).toBeNull();
    expect(ghostImageSignal(faceAt(0, undefined, dlib), [ghostAt(0, dlib)])).toBeNull();
    expect(ghostImageSignal(portrait, [ghostAt(0, dlib)])).toBeNull();
  });

  test('that cannot be compared takes the answer from the others, but not a doubt', () => {
    expect(ghostImageSignal(portrait, [ghostAt(0), ghostAt(0, dlib)])).toBeNull();
    expect(ghostImageSignal(portrait, [ghostAt(1.4), ghostAt(0, dlib)])?.score).toBeGreaterThanOrEqual(doubtfulFrom);
  });
});
