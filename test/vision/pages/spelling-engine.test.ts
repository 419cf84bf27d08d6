import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeBitmap } from '../../../src/adapters/native/rasters/encode-bitmap.ts';
import { startSpellingEngine, type SpellingEngine } from '../../../src/adapters/native/spelling/spelling-engine.ts';
import { textPath } from '../../../specimens/drawing/text-path.ts';
import { sharedModels } from '../../support/shared-models.ts';

const words = ['Nationality', 'Straße', 'Surname', 'Place of birth'];
const [widthPx, heightPx] = [280, 36];

async function drawLine(text: string): Promise<Buffer> {
  const path = textPath({ text, typeface: 'regular', x: 8, y: 27, size: 26, fill: '#111' });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect width="100%" height="100%" fill="#fff"/>${path}</svg>`;
  // Other tests of this process may have loaded the service's own rules, which take no SVG.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const grey = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
  return encodeBitmap(Float32Array.from(grey), widthPx, heightPx);
}

/** Blocks the thread, as a run of a net does, but uses no processor time. */
function holdThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

let engine: SpellingEngine;
beforeAll(async () => {
  engine = await startEngine();
}, 30_000);
afterAll(() => engine.close());

const startEngine = () => startSpellingEngine(['eng', 'deu'], sharedModels());

const textsOf = async (pictures: readonly Buffer[], by = engine) =>
  (await Promise.all(pictures.map((picture) => by.read(picture)))).map((reading) => reading?.text.trim() ?? null);

test('lines that are asked for at once get their own answers', async () => {
  expect(await textsOf(await Promise.all(words.map(drawLine)))).toEqual(words);
});

test('a line that cannot be read does not fail the lines after it', async () => {
  const [first, second, third] = await Promise.all(words.slice(0, 3).map(drawLine));
  const noPicture = Buffer.from('no picture');
  const asked = [first, noPicture, second, noPicture, third].flatMap((picture) => picture ?? []);
  expect(await textsOf(asked)).toEqual([words[0], null, words[1], null, words[2]]);
});

test('an engine that is closed still reads the lines that it already has', async () => {
  const closing = await startEngine();
  const readings = textsOf(await Promise.all(words.map(drawLine)), closing);
  // The pictures are already drawn, and all lines are requested in the same turn.
  await closing.close();
  expect(await readings).toEqual(words);
});

test('lines are read while the thread that asked is busy, and their time is what they took themselves', async () => {
  const pictures = await Promise.all(words.map(drawLine));
  const askedAt = performance.now();
  expect(await textsOf(pictures)).toEqual(words);
  // Long enough for the lines, however much else the machine does, and longer than a line may take.
  const busyMs = Math.max(4_000, 5 * (performance.now() - askedAt));
  const readings = pictures.map((picture) => engine.read(picture));
  const heard: string[] = [];
  for (const reading of readings) void reading.then((answer) => heard.push(answer?.text.trim() ?? ''));
  // Lines are handed over before the loop's next turn; the answers are taken in at once in the turns after it.
  await new Promise(setImmediate);
  holdThread(busyMs);
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  expect(heard).toEqual(words);
  const took = (await Promise.all(readings)).reduce((sum, reading) => sum + (reading?.runMs ?? Number.NaN), 0);
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(busyMs);
});
