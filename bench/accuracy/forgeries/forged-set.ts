import sharp from 'sharp';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import type { BasePage } from './base-pages.ts';
import { faceForgeries, forgeFace } from './forge-face.ts';
import { forgeText, textForgeries } from './forge-text.ts';
import { forgersSaves, honestCopies, type CopyName } from './honest-copies.ts';

/** A picture to judge, and how its page was changed. */
export interface ForgedSample {
  page: BasePage;
  /** Null: an honest copy. */
  forgery: { of: 'face' | 'text'; manner: string } | null;
  save: CopyName;
  picture: Buffer;
}

/** Faces that limits may be set on, and the others. */
export interface Donors {
  forSetting: readonly Buffer[];
  forJudging: readonly Buffer[];
}

/** Each forgery of a page is saved in this many ways, in turn over the pages. */
const savesOfForgery = 2;
const fewestLines = 3;
const leastLine = { aspect: 4, heightPx: 8, widthShareAtMost: 0.6 };

/** Every honest copy of a page and its forgeries; the same seed makes the same ones. */
export async function* forgedSamples(page: BasePage, donors: Donors, seed: number): AsyncIterable<ForgedSample> {
  const random = createRandom(seed);
  for (const [save, copy] of Object.entries(honestCopies)) {
    yield { page, forgery: null, save: save as CopyName, picture: await copy(page.picture) };
  }
  const png = await sharp(page.picture).flatten({ background: '#fff' }).toColourspace('srgb').png().toBuffer();
  let turn = seed;
  const saved = async function* (forgery: NonNullable<ForgedSample['forgery']>, picture: Buffer) {
    for (let i = 0; i < savesOfForgery; i++, turn++) {
      const save = forgersSaves[turn % forgersSaves.length] ?? forgersSaves[0];
      yield { page, forgery, save, picture: await honestCopies[save](picture) };
    }
  };
  const faces = page.isForSetting ? donors.forSetting : donors.forJudging;
  for (const manner of faceForgeries) {
    const donor = faces[random.integer(0, faces.length - 1)];
    if (donor === undefined) break;
    yield* saved({ of: 'face', manner }, await forgeFace(png, page.face, { donor, forgery: manner, random }));
  }
  const lines = page.lines.filter((line) => isWorthForging(line, page));
  const [first, ...others] = lines;
  if (first === undefined || lines.length < fewestLines) return;
  for (const manner of textForgeries) {
    const line = random.pick([first, ...others]);
    const source = lines.filter((other) => other !== line)[random.integer(0, lines.length - 2)] ?? null;
    yield* saved({ of: 'text', manner }, await forgeText(png, line, { forgery: manner, random, source }));
  }
}

function isWorthForging([a, b, , d]: Quad, { widthPx }: BasePage): boolean {
  const [width, height] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(d[0] - a[0], d[1] - a[1])];
  const { aspect, heightPx, widthShareAtMost } = leastLine;
  return width > aspect * height && height >= heightPx && width < widthShareAtMost * widthPx;
}
