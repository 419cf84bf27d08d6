import { expect, test } from 'vitest';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { cutBothWays } from '../../../src/adapters/native/spelling/line-cut.ts';
import { createLineSpeller } from '../../../src/adapters/native/spelling/line-speller.ts';
import { withOwnInk } from '../../../src/adapters/native/spelling/own-ink.ts';
import { createPrintLineReader } from '../../../src/adapters/native/spelling/print-line-reader.ts';
import { sureMarks } from '../../../src/adapters/native/spelling/agree-on-spelling.ts';
import type { ReadLanguage } from '../../../src/domain/documents/written-languages.ts';
import { drawLine } from '../../support/documents/draw-line.ts';
import { sampleOf } from '../../support/sample-of.ts';
import { sharedModels } from '../../support/shared-models.ts';

const models = sharedModels();
const reader = await createPrintLineReader(await models.load('print-line'), models.readText('print-line-characters'));
const speller = createLineSpeller(reader);
const languages: ReadLanguage[] = ['pol', 'ita', 'spa', 'deu', 'fra', 'hun', 'ces', 'tur'];

const plain = ['POLSKIE', 'MADRID', 'LANDESHAUPTSTADT', 'MARSEILLE', 'ANNA MARIA', 'OSLO'] as const;
const marked = [
  'CEFALÙ',
  'RZESZÓW',
  'LOGROÑO',
  'ONDŘEJ',
  'KŐSZEG',
  'ŽIŽEK',
  'MÜNCHEN',
  'Kraków',
  'Besançon',
  'Ömer',
] as const;
const labels = ['Obywatelstwo', 'Luogo di nascita', 'Lugar de origen', 'gyp jpg qy'] as const;
/** The whole of the label above is on the page: `head` is more than its height. */
const head = 24;

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

test.each(plain)('the feet of a label above %s are no marks of its letters', async (value) => {
  for (const above of labels) {
    for (const typeface of ['regular', 'bold'] as const) {
      const { raster, box } = await drawLine(value, { above, typeface, head });
      const spelled = await speller.spell(raster, { text: value, box }, languages, createPageMeter());
      expect(spelled, `${value} below ${above}, ${typeface}`).toMatchObject({ text: value, agreed: true });
    }
  }
});

test('no mark is taken for the feet of the line above, however close that is', async () => {
  const lost: string[] = [];
  let cleaned = 0;
  for (const closer of sampleOf([-2, 0, 2, 4, 6], 3)) {
    for (const value of marked) {
      for (const above of sampleOf(labels, 2)) {
        const { raster, box } = await drawLine(value, { above, head, closer });
        const own = withOwnInk(raster, box);
        if (own.raster === raster) continue;
        cleaned += 1;
        const { upright } = cutBothWays(own.raster, own.box);
        const read = await reader.read(upright, languages, createPageMeter());
        const isSure = read !== null && read.confidence >= sureMarks;
        if (isSure && read.text !== value && read.text === withoutMarks(value))
          lost.push(`${value} below ${above}, ${closer}`);
      }
    }
  }
  expect(cleaned).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});

test('a line keeps its raster where no other line is near, or where the edge of the page may cut a mark', async () => {
  for (const value of [...plain, ...marked]) {
    const alone = await drawLine(value, { head });
    expect(withOwnInk(alone.raster, alone.box).raster).toBe(alone.raster);
    const cut = await drawLine(value, { above: 'gyp jpg qy' });
    expect(withOwnInk(cut.raster, cut.box).raster).toBe(cut.raster);
  }
});
