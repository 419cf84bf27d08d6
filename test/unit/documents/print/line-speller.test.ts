import { expect, test } from 'vitest';
import { createLineSpeller } from '../../../../src/adapters/native/spelling/line-speller.ts';
import { createPageMeter } from '../../../../src/adapters/native/nets/page-meter.ts';
import type { Raster } from '../../../../src/adapters/native/rasters/raster.ts';
import type { EngineReading, StartSpellingEngine } from '../../../../src/adapters/native/spelling/spelling-engine.ts';
import { createTesseractReader } from '../../../../src/adapters/native/spelling/tesseract-reader.ts';
import type { Quad } from '../../../../src/domain/ports/pages/page-reader.ts';
import type { ReadLanguage } from '../../../../src/domain/documents/written-languages.ts';

const raster: Raster = { data: new Uint8Array(200 * 40).fill(255), widthPx: 200, heightPx: 40 };
const box: Quad = [
  [0, 0],
  [200, 0],
  [200, 40],
  [0, 40],
];
const seen = { text: 'Anna', confidence: 0.9, words: [], runMs: 7 } satisfies EngineReading;

/** Engines that answer on request, and what they were asked. */
function heldEngines() {
  const log: string[] = [];
  const held: (() => void)[] = [];
  const startEngine: StartSpellingEngine = (languages) => {
    const name = languages.join('+');
    log.push(`start ${name}`);
    return Promise.resolve({
      models: languages.map((language) => ({ name: language, sha256: '' })),
      read() {
        log.push(`read ${name}`);
        return new Promise((resolve) => held.push(() => resolve(seen)));
      },
      close() {
        log.push(`close ${name}`);
        return Promise.resolve();
      },
    });
  };
  return { log, held, startEngine };
}

const readVerified = () => ({ name: '', sha256: '', bytes: Buffer.alloc(0) });
const nextTurn = () => new Promise(setImmediate);

test('lines of a page are handed over before the first of them is answered, and each counts its own time', async () => {
  const { log, held, startEngine } = heldEngines();
  const speller = createLineSpeller(await createTesseractReader({ readVerified }, startEngine));
  const meter = createPageMeter();
  const spelled = ['Anna', 'Berta', 'Carla'].map((text) => speller.spell(raster, { text, box }, ['eng'], meter));
  await nextTurn();
  expect(log.filter((entry) => entry === 'read eng')).toHaveLength(3);
  expect(meter.recogniserMs()).toBe(0);
  expect(meter.models()).toEqual([{ name: 'eng', sha256: '' }]);
  for (const answer of held) answer();
  expect((await Promise.all(spelled)).map(({ agreed }) => agreed)).toEqual([true, false, false]);
  expect(meter.recogniserMs()).toBe(21);
});

test('an engine makes room for other languages only after it was given all its lines', async () => {
  const { log, held, startEngine } = heldEngines();
  const speller = createLineSpeller(await createTesseractReader({ readVerified }, startEngine));
  const [usual = ''] = log.splice(0);
  const languages: ReadLanguage[][] = [['deu'], ['deu'], ['pol'], ['fra']];
  const spelled = languages.map((asked) => speller.spell(raster, { text: 'Anna', box }, asked, createPageMeter()));
  await nextTurn();
  const usualIsClosed = usual.replace('start', 'close');
  expect(log).toEqual([
    ...['start deu', 'read deu', 'read deu'],
    ...['start pol', usualIsClosed, 'read pol'],
    ...['start fra', 'close deu', 'read fra'],
  ]);
  for (const answer of held) answer();
  await Promise.all(spelled);
});
