import { expect, test } from 'vitest';
import { createLineSpeller, type ReadableLine } from '../../../../src/adapters/native/spelling/line-speller.ts';
import { createPageMeter } from '../../../../src/adapters/native/nets/page-meter.ts';
import type { Raster } from '../../../../src/adapters/native/rasters/raster.ts';
import type { EngineReading, StartSpellingEngine } from '../../../../src/adapters/native/spelling/spelling-engine.ts';
import type { SecondReader } from '../../../../src/adapters/native/spelling/second-reader.ts';
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
  const asked: ReadLanguage[][] = [['deu'], ['deu'], ['pol'], ['fra']];
  const spelled = asked.map((each) => speller.spell(raster, { text: 'Anna', box }, each, createPageMeter()));
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

/** A second reader that reads the same on every line. */
function readerOf(text: string, confidence = 0.95): SecondReader {
  const words = text.split(' ').map((word) => ({ text: word, from: 0, to: 1, confidence }));
  return { read: () => Promise.resolve({ text, confidence, words }) };
}

const languages: ReadLanguage[] = ['fra', 'pol', 'slv'];

const spellBy = (line: Omit<ReadableLine, 'box'>, ...texts: string[]) =>
  createLineSpeller(...texts.map((text) => readerOf(text))).spell(
    raster,
    { ...line, box },
    languages,
    createPageMeter(),
  );

test('one of the readers has to agree with the first one, and no other may agree with other marks', async () => {
  expect(await spellBy({ text: 'Zoe' }, 'Zoé', 'Zöc')).toEqual({ text: 'Zoé', agreed: true });
  expect(await spellBy({ text: 'Zoe' }, 'Zöc', 'Zoé')).toEqual({ text: 'Zoé', agreed: true });
  expect(await spellBy({ text: 'Zoe' }, 'Zoé', 'Zoè')).toEqual({ text: 'Zoé', agreed: false });
  expect(await spellBy({ text: 'Zoe' }, 'Zoe', 'Zoé')).toEqual({ text: 'Zoe', agreed: false });
  expect(await spellBy({ text: 'Lukasz' }, 'Lukasz', 'Łukasz')).toEqual({ text: 'Lukasz', agreed: false });
  expect(await spellBy({ text: 'Zoe' }, 'Zöc', 'Zo')).toEqual({ text: 'Zoe', agreed: false });
  expect(await spellBy({ text: 'Name Zoe' }, 'Nane Zoé', 'Name Zoè')).toEqual({ text: 'Name Zoè', agreed: false });
});

test('two readers are believed over the first one in a letter that it does not know, and in no other', async () => {
  expect(await spellBy({ text: 'LUfS' }, 'LUÍS', 'LUÍS')).toEqual({ text: 'LUÍS', agreed: true });
  expect(await spellBy({ text: 'K0BEN' }, 'KØBEN', 'KØBEN')).toEqual({ text: 'KØBEN', agreed: true });
  expect(await spellBy({ text: 'LUfS' }, 'LUÍS', 'LUÌS')).toMatchObject({ agreed: false });
  expect(await spellBy({ text: 'LUfS' }, 'LUÍS')).toMatchObject({ agreed: false });
  expect(await spellBy({ text: 'LUlS' }, 'LUTS', 'LUTS')).toMatchObject({ agreed: false });
});

test('digits are read again where the first reader is not sure of them, and a long number always', async () => {
  const spell = (confidence: number, seen: string) => spellBy({ text: '20.03.2020', confidence }, seen);
  expect(await spell(0.97, '20.03.2020')).toEqual({ text: '20.03.2020' });
  expect(await spellBy({ text: '7 919 949', confidence: 1 }, '77919949')).toEqual({ text: '7 919 949', agreed: false });
  expect(await spell(0.94, '20.03.2020')).toEqual({ text: '20.03.2020', agreed: true });
  expect(await spell(0.94, '26.03.2020')).toEqual({ text: '20.03.2020', agreed: false });
});

test('a line on which two agree is as sure as those of its letters that the first reader knows', async () => {
  const line = { text: 'ZIZEK', confidences: [0.5, 0.9, 0.4, 1, 0.8] };
  expect((await spellBy(line, 'ŽIŽEK')).confidence).toBeCloseTo(0.9);
  expect((await spellBy(line, 'ZIZEK')).confidence).toBeCloseTo(0.72);
  expect(await spellBy(line, 'ŽIŽEL')).not.toHaveProperty('confidence');
  // Too few are left to say how well the line could be read.
  expect(await spellBy({ text: 'ZSU', confidences: [0.5, 0.4, 0.99] }, 'ŽŠU')).not.toHaveProperty('confidence');
});

test('a mark that no language of the page has, and only the second reader sees, is in doubt', async () => {
  const spell = (text: string, by: SecondReader) =>
    createLineSpeller(by).spell(raster, { text, box }, ['deu'], createPageMeter());
  expect(await spell('AZUL', readerOf('AŽUL'))).toEqual({ text: 'AŽUL', agreed: false });
  expect(await spell('AZUL', readerOf('AŽUL', 0.7))).toEqual({ text: 'AZUL', agreed: false });
  expect(await spell('JOSÉ', readerOf('JOSÉ'))).toEqual({ text: 'JOSÉ', agreed: true });
  expect(await spell('Grun', readerOf('Grün'))).toEqual({ text: 'Grün', agreed: true });
  expect((await spell('Name Zizek', readerOf('Nane Žižek'))).agreedFrom).toBeUndefined();
});
