import { expect, test } from 'vitest';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { parseMrz } from '../../../src/domain/mrz/parse-mrz.ts';
import { stampPage } from '../../../specimens/captures/stamp-page.ts';
import { distort, distortions } from '../../../specimens/captures/distort.ts';
import { drawCardBack, drawLargeCard } from '../../../specimens/documents/draw-card.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { openPageReader } from '../open-page-reader.ts';

const seeds = [21, 22, 23, 24, 25, 26, 27, 28];

test(
  'of many drawn documents at least 97 % are read exactly, and none is wrong, agreed and valid',
  { timeout: 900_000 },
  async () => {
    const reader = await openPageReader();
    const missed: string[] = [];
    const deceptive: string[] = [];
    let count = 0;
    for (const draw of [drawPassport, drawCardBack, drawLargeCard]) {
      for (const seed of seeds) {
        const { jpeg, truth } = await draw({ seed });
        for (const distortion of distortions) {
          const { mrz } = await reader.read(await distort(jpeg, distortion, seed));
          const label = `${draw.name} ${seed} ${distortion}`;
          count++;
          if (mrz?.first.lines.join() === truth.mrz.join()) continue;
          missed.push(label);
          if (mrz === null || mrz.second?.lines.join() !== mrz.first.lines.join()) continue;
          const { checkDigits } = parseMrz(mrz.format, mrz.first.lines, new Date('2026-01-01T00:00:00Z'));
          if (checkDigits.every(({ valid }) => valid)) deceptive.push(label);
        }
      }
    }
    console.info(`${count - missed.length} of ${count} drawn documents read exactly; missed: ${missed.join(', ')}`);
    expect(deceptive).toEqual([]);
    expect(missed.length).toBeLessThanOrEqual(count * 0.03);
  },
);

test(
  'of zones under a stamp at least nine of ten are found, and none is wrong, agreed and valid',
  { timeout: 300_000 },
  async () => {
    const reader = await openPageReader();
    const places = [
      [drawPassport, { top: 0.8, bottom: 0.95 }],
      [drawCardBack, { top: 0.62, bottom: 0.95 }],
      [drawLargeCard, { top: 0.75, bottom: 0.95 }],
    ] as const;
    const lost: string[] = [];
    const deceptive: string[] = [];
    let count = 0;
    for (const [draw, place] of places) {
      for (const seed of seeds) {
        const { jpeg, truth } = await draw({ seed });
        const { mrz } = await reader.read(await stampPage(jpeg, seed, place));
        count++;
        if (mrz === null) lost.push(`${draw.name} ${seed}`);
        if (mrz === null || mrz.first.lines.join() === truth.mrz.join()) continue;
        const { checkDigits } = parseMrz(mrz.format, mrz.first.lines, new Date('2026-01-01T00:00:00Z'));
        const isAgreed = mrz.second?.lines.join() === mrz.first.lines.join();
        if (isAgreed && checkDigits.every(({ valid }) => valid)) deceptive.push(`${draw.name} ${seed}`);
      }
    }
    console.info(`${count - lost.length} of ${count} zones under stamps found; lost: ${lost.join(', ')}`);
    expect(deceptive).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(count * 0.1);
  },
);

test.each(['perspective', 'low-light'] as const)('a passport is read exactly in spite of %s', async (distortion) => {
  const reader = await openPageReader();
  const { jpeg, truth } = await drawPassport({ seed: 5 });
  const { mrz } = await reader.read(await distort(jpeg, distortion, 5));
  expect(mrz?.first.lines).toEqual(truth.mrz);
});

test.each(['cedula', 'personalausweis'])(
  'the front of a card whose zone is on the back (%s) has none, however much text it has',
  async (subtype) => {
    const kind = documentKinds.find((candidate) => candidate.subtype === subtype);
    if (kind === undefined) throw new Error('the catalogue has no such kind');
    const { sides } = await drawDocument(kind, { seed: 501 });
    const front = sides.find(({ side }) => side === 'front');
    const reader = await openPageReader();
    expect((await reader.read(front?.jpeg ?? Buffer.alloc(0))).mrz).toBeNull();
  },
);
