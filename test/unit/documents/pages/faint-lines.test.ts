import { expect, test } from 'vitest';
import { doubtFaint } from '../../../../src/adapters/native/text/is-faint.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { drawLine } from '../../../support/documents/draw-line.ts';

const agreement = { confidence: 0.99, agreed: false, agreedFrom: 5, agreedStart: '01.02.1990' };

test('no part of a line that a person hardly sees is certain', async () => {
  const { raster, box } = await drawLine('Name OTIENO');
  const lightest = Math.max(...raster.data);
  const faint = { ...raster, data: raster.data.map((value) => Math.round(lightest - 0.05 * (lightest - value))) };
  const line: TextLine = { text: 'Name OTIENO', box, ...agreement };
  expect(doubtFaint(raster, line)).toEqual(line);
  expect(doubtFaint(faint, line)).toEqual({ text: line.text, box, confidence: 0.99, agreed: false });
});
