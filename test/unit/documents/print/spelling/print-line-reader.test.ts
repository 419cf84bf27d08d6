import { expect, test } from 'vitest';
import type { Model } from '../../../../../src/adapters/native/nets/model-store.ts';
import { createPageMeter } from '../../../../../src/adapters/native/nets/page-meter.ts';
import type { Raster } from '../../../../../src/adapters/native/rasters/raster.ts';
import { cutLine } from '../../../../../src/adapters/native/spelling/line-cut.ts';
import { createPrintLineReader } from '../../../../../src/adapters/native/spelling/print-line-reader.ts';
import type { ReadLanguage } from '../../../../../src/domain/documents/written-languages.ts';
import type { Quad } from '../../../../../src/domain/ports/pages/page-reader.ts';

const characters = [' ', 'A', 'B', 'Ñ', '\u0391', '\u0393', '1', '/'];
const characterList = characters.map((character) => `${character}\n`).join('');
/** Of the blank and the letters that the net does not see: two of them are in no language of the page. */
const weightOfOthers = characters.length - 2 + 2 * 0.14;
const raster: Raster = { data: new Uint8Array(400 * 60).fill(200), widthPx: 400, heightPx: 60 };
const box: Quad = [
  [20, 20],
  [320, 20],
  [320, 40],
  [20, 40],
];

/** The output of the net in some frames, as one class or two and their logits above the others; elsewhere it sees blanks. */
type Said = Readonly<Record<number, readonly [characters: string, logit: number, next?: number]>>;

function netThatSays(said: Said, { classes = characters.length + 1 } = {}) {
  const asked: (readonly number[])[] = [];
  const runAll: Model['runAll'] = (_data, dims) => {
    asked.push(dims);
    const frames = (dims[3] ?? 0) / 4;
    const data = new Float32Array(frames * classes);
    for (let frame = 0; frame < frames; frame++) {
      const [seen, logit, next = logit] = said[frame] ?? ['', 9];
      const [character = '', other] = Array.from(seen);
      data[frame * classes + characters.indexOf(character) + 1] = logit;
      if (other !== undefined) data[frame * classes + characters.indexOf(other) + 1] = next;
    }
    return Promise.resolve({ outputs: { letters: { data, dims: [1, frames, classes] } }, runMs: 3 });
  };
  const run = () => Promise.reject(new Error('the first output alone is not enough'));
  return { asked, model: { name: 'print-line', sha256: '', antiSpoofing: null, run, runAll } satisfies Model };
}

async function read(said: Said, meter = createPageMeter(), languages: readonly ReadLanguage[] = ['spa']) {
  const reader = await createPrintLineReader(netThatSays(said).model, characterList);
  return reader.read(cutLine(raster, box), languages, meter);
}

test('letters in neighbouring frames are one, separated by a blank they are two, and a space separates words', async () => {
  const reading = await read({ 4: ['A', 9], 5: ['A', 9], 7: ['A', 9], 10: [' ', 9], 13: ['Ñ', 9], 16: ['B', 9] });
  expect(reading?.text).toBe('AA ÑB');
  expect(reading?.words.map(({ text }) => text)).toEqual(['AA', 'ÑB']);
});

test('a slash ends a word where documents print two scripts, and adds no space', async () => {
  const said: Said = { 4: ['A', 9], 8: ['B', 9], 12: ['/', 9], 16: ['B', 9], 20: [' ', 9], 24: ['A', 9] };
  const inTwoScripts = await read(said, createPageMeter(), ['ukr']);
  expect(inTwoScripts?.text).toBe('AB/B A');
  expect(inTwoScripts?.words.map(({ text }) => text)).toEqual(['AB/', 'B', 'A']);
  const withSpace = await read({ 4: ['A', 9], 8: ['/', 9], 12: [' ', 9], 16: ['B', 9] }, createPageMeter(), ['ukr']);
  expect(withSpace?.text).toBe('A/ B');
  const inOneScript = await read(said, createPageMeter(), ['spa']);
  expect(inOneScript?.text).toBe('AB/B A');
  expect(inOneScript?.words.map(({ text }) => text)).toEqual(['AB/B', 'A']);
});

test('words are placed on the straightened line, one behind the other, and hold their letters', async () => {
  const cut = cutLine(raster, box);
  const reading = await read({ 4: ['A', 9], 8: ['A', 9], 40: [' ', 9], 60: ['B', 9], 64: ['Ñ', 9] });
  const [first, second] = reading?.words ?? [];
  // A frame covers 4 of the net's columns, of which the line has 50 to each of its heights.
  const column = (frame: number) => ((frame + 0.5) * 4 * 36) / 50;
  expect(first?.from).toBeLessThan(column(4));
  expect(first?.to).toBeGreaterThan(column(8));
  expect(first?.to).toBeLessThan(column(40));
  expect(second?.from).toBeGreaterThan(column(40));
  expect(second?.to).toBeGreaterThan(column(64));
  expect(second?.to).toBeLessThanOrEqual(cut.widthPx);
});

test('a line is as sure as its least sure letter', async () => {
  const reading = await read({ 4: ['A', 9], 8: ['Ñ', 2], 12: ['B', 9] });
  const others = weightOfOthers;
  expect(reading?.confidence).toBeCloseTo(Math.exp(2) / (Math.exp(2) + others));
});

test('a mark that none of the page’s languages has is read only where the net is surer of it', async () => {
  const textIn = async (languages: readonly ReadLanguage[], logit: number) =>
    (await read({ 4: ['Ñ', logit] }, createPageMeter(), languages))?.text;
  expect(await textIn(['deu', 'spa'], 1.5)).toBe('Ñ');
  expect(await textIn(['deu'], 1.5)).toBe('');
  expect(await textIn(['deu'], 9)).toBe('Ñ');
});

test('a Greek letter that looks like a Latin one is Latin in a Latin word, and Greek in a Greek one', async () => {
  const textOf = async (...letters: string[]) =>
    (await read(Object.fromEntries(letters.map((letter, index) => [4 + 4 * index, [letter, 9] as const]))))?.text;
  expect(await textOf('A', 'B', '\u0391')).toBe('ABA');
  expect(await textOf('\u0391', '\u0393', '\u0391')).toBe('\u0391\u0393\u0391');
  expect(await textOf('A', 'B', '\u0393')).toBe('AB\u0393');
});

test('two scripts’ letters of one shape share its probability and are one letter, and a number has no script', async () => {
  const alike = 'A\u0391';
  const languages: ReadLanguage[] = ['deu'];
  const reading = await read({ 4: ['B', 12], 8: [alike, 10, 12] }, createPageMeter(), languages);
  expect(reading?.text).toBe('BA');
  expect(reading?.confidence).toBeGreaterThan(0.99);
  // In neighbouring frames, one script's letter and then the other's.
  const turned = await read({ 4: ['B', 9], 8: ['A', 9], 9: ['\u0391', 11] }, createPageMeter(), languages);
  expect(turned?.text).toBe('BA');
  const number = await read(
    { 4: ['\u0391', 12], 8: ['1', 9], 12: ['1', 9], 16: ['B', 9] },
    createPageMeter(),
    languages,
  );
  expect(number?.text).toBe('A11B');
});

test('what the net sees in the paper behind the line is no part of it', async () => {
  // 300 and 2 × 4 columns on either side, 28 high with its margins: 550 of the net's columns, filled up to 560.
  const inLine = await read({ 137: ['A', 9] });
  const behind = await read({ 138: ['A', 9], 139: ['B', 9] });
  expect(inLine?.text).toBe('A');
  expect(behind).toEqual({ text: '', confidence: 0, words: [] });
});

test('the run is counted, and a page that is out of time has no answer', async () => {
  const meter = createPageMeter();
  await read({ 4: ['A', 9] }, meter);
  expect(meter.recogniserMs()).toBe(3);
  expect(meter.models()).toEqual([{ name: 'print-line', sha256: '' }]);
  expect(await read({ 4: ['A', 9] }, createPageMeter({ isLate: () => true }))).toBeNull();
});

test('a net with other classes than the character list is refused at the start', async () => {
  const { model } = netThatSays({}, { classes: 38 });
  await expect(createPrintLineReader(model, characterList)).rejects.toThrow(/has 38 classes, its character list 9/);
});
