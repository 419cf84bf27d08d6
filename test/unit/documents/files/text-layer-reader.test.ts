import { expect, test } from 'vitest';
import { createPageMeter } from '../../../../src/adapters/native/nets/page-meter.ts';
import { readTextLayer } from '../../../../src/adapters/native/pages/text-layer-reader.ts';
import { toTextLines } from '../../../../src/adapters/native/pdf/pdf-text-lines.ts';
import { textLine } from '../../../support/documents/printed-document.ts';

/** Strokes on paper, wherever a line is looked for. */
const raster = {
  data: Uint8Array.from({ length: 400 * 100 }, (_, index) => (index % 8 < 2 ? 40 : 240)),
  widthPx: 400,
  heightPx: 100,
};
const ofFile = textLine('Pedro Gonçalves', 10, 10);

/** The result for a line of the file's text if the two readers of the page see these texts. */
async function lookAt(first: string, second: { text: string; agreed: boolean }, inFile = ofFile) {
  const recogniser = { recognise: async () => ({ text: first, confidence: 0.9 }) };
  const [line] = await readTextLayer(raster, [inFile], recogniser, async () => second, createPageMeter());
  return line && { text: line.text, agreed: line.agreed };
}
const asInFile = { text: ofFile.text, agreed: true };
const otherwise = { text: 'Pedro Gonzalves', agreed: false };

test('a line of the file’s text that the first reader sees on the page is sure', async () => {
  expect(await lookAt('PedroGoncalves', otherwise)).toEqual(asInFile);
});

test('a line whose numbers the first reader groups in another way is sure only when the second one sees it', async () => {
  const inFile = textLine('Rua das Flores 1, 23', 10, 10);
  const drawn = 'Rua das Flores 12, 3';
  expect(await lookAt(drawn, { text: drawn, agreed: true }, inFile)).toEqual({ text: inFile.text, agreed: false });
  expect(await lookAt('RuadasFlores1,23', { text: drawn, agreed: false }, inFile)).toMatchObject({ agreed: true });
  expect(await lookAt(drawn, { text: inFile.text, agreed: true }, inFile)).toMatchObject({ agreed: true });
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

test.each([
  ['a word of another script', 'Pedro \u0418\u0432\u0430\u043d Gonçalves'],
  ['a letter of a script without spaces', 'Pedro\u674e Gonçalves'],
  ['a letter that looks like another', 'Pedr\u043e Gonçalves'],
  ['a wide letter', 'Pedro Gonçalves\uff2a'],
  ['digits of another script', 'Pedro Gonçalves \u0664\u0662'],
])('a line whose text has what its page does not show is not sure: %s', async (_what, text) => {
  const seen = await lookAt('Pedro Goncalves', { text: 'Pedro Gonçalves', agreed: true }, textLine(text, 10, 10));
  expect(seen?.agreed ?? false).toBe(false);
});

test('marks that belong to no letter are left out of a line', async () => {
  const crossedOut = textLine('Pedro\u0336 Gonçalves\u0301\u0301', 10, 10);
  expect(await lookAt('Pedro Goncalves', otherwise, crossedOut)).toEqual({ text: 'Pedro Gonçalveś', agreed: true });
});

test.each(['\u202e', '\u200b', '\u2066', '\u00ad', '\u0002', '\ufeff', '\ue000', '\ud800'])(
  'a character that no page shows is no part of a line: %j',
  (character) => {
    const box = { left: 0, top: 0, right: 5, bottom: 10 };
    const characters = ['P', character, 'Q'].map((each) => ({ character: each, box }));
    expect(toTextLines(characters).map(({ text }) => text)).toEqual(['PQ']);
  },
);
