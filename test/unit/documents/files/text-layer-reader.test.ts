import { expect, test } from 'vitest';
import { createPageMeter } from '../../../../src/adapters/native/nets/page-meter.ts';
import { readTextLayer } from '../../../../src/adapters/native/pages/text-layer-reader.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

const raster = { data: new Uint8Array(4), widthPx: 2, heightPx: 2 };
const ofFile = textLine('Pedro Gonçalves', 10, 10);

/** The result for a line of the file's text if the two readers of the page see these texts. */
async function lookAt(first: string, second: { text: string; agreed: boolean }) {
  const recogniser = { recognise: async () => ({ text: first, confidence: 0.9 }) };
  const [line] = await readTextLayer(raster, [ofFile], recogniser, async () => second, createPageMeter());
  return line && { text: line.text, agreed: line.agreed };
}
const asInFile = { text: ofFile.text, agreed: true };
const otherwise = { text: 'Pedro Gonzalves', agreed: false };

test('a line of the file’s text that the first reader sees on the page is sure', async () => {
  expect(await lookAt('PedroGoncalves', otherwise)).toEqual(asInFile);
});

test('a line that the first reader misreads by a letter is sure when the second one sees it', async () => {
  expect(await lookAt('Pedro Goncalvcs', asInFile)).toEqual(asInFile);
});

test('a line that neither reader sees letter by letter is in doubt', async () => {
  expect(await lookAt('Pedro Gonzalves', otherwise)).toEqual({ text: ofFile.text, agreed: false });
});

test('a line that the page does not show is not believed, no matter which reader spells it', async () => {
  expect(await lookAt('Maria Alheia', asInFile)).toBeUndefined();
});
