import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { layOutPage } from '../../../../src/steps/document/visual/page-layout.ts';
import { partGluedLines } from '../../../../src/steps/document/visual/part-glued-lines.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

const today = new Date('2026-03-01T12:00:00Z');

describe('a number and a date that lost the space between them', () => {
  const spanish = documentKinds.find(({ country, type }) => country === 'ES' && type === 'national-id');
  const partsOf = (text: string) => {
    if (spanish === undefined) throw new Error('no such kind');
    return partGluedLines(layOutPage({ lines: [textLine(text, 100, 100)] }), spanish, today).map((line) => line.text);
  };

  it('are two lines where the kind knows the shape of the number', () => {
    expect(partsOf('BAA0005890101 2025')).toEqual(['BAA000589', '0101 2025']);
    expect(partsOf('BAA000589 01 01 2025')).toEqual(['BAA000589 01 01 2025']);
    expect(partsOf('BAA0005899901 2025')).toEqual(['BAA0005899901 2025']);
    expect(partsOf('BAA000589')).toEqual(['BAA000589']);
  });
});
