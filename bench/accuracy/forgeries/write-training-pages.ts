import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { decodeRaster } from '../../../src/adapters/native/rasters/decode-raster.ts';
import { mapQuad } from '../../../src/adapters/native/rasters/quad.ts';
import type { TextDetector } from '../../../src/adapters/native/text/text-detector.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';

/** Other seeds than those of the pages that are judged. */
const seeds = [101, 102, 103];
const widthPx = 1300;
/** In levels of a colour: a white and a black portrait differ by more, the paper around them by less. */
const leastDifference = 120;

/**
 * Writes the training data of `training/tamper`: faces for setting, and flat pages of every other kind with an empty frame for a portrait.
 */
export async function writeTrainingPages(
  dir: string,
  { faces, detector }: { faces: readonly Buffer[]; detector: TextDetector },
): Promise<number> {
  mkdirSync(dir, { recursive: true });
  for (const [index, face] of faces.entries()) writeFileSync(path.join(dir, `donor-set-${index}.jpg`), face);
  const [white, black] = await Promise.all([plain(255), plain(0)]);
  const written = [];
  for (const seed of seeds) {
    for (const [index, kind] of documentKinds.entries()) {
      if (kind.type === 'proof-of-residency' || index % 2 !== 0) continue;
      const front = async (portrait: Buffer) => {
        const { sides } = await drawDocument(kind, { seed, portrait });
        const side = sides.find((one) => one.side === 'front') ?? sides[0];
        return side && sharp(side.jpeg).resize({ width: widthPx, withoutEnlargement: true });
      };
      const [empty, filled] = [await front(white), await front(black)];
      if (empty === undefined || filled === undefined) continue;
      const page = await empty.clone().jpeg({ quality: 90 }).toBuffer();
      const { raster, scale } = await decodeRaster(page, { shortestPx: 1000, longestPx: 2000 });
      const boxes = await detector.detect(raster, 960, createPageMeter());
      const lines = boxes.map((box) => mapQuad(box, ([x, y]) => [Math.round(x / scale), Math.round(y / scale)]));
      const name = `page-${seed}-${index}.jpg`;
      writeFileSync(path.join(dir, name), page);
      written.push({ name, kind: kindKeyOf(kind), frame: await findFrame(empty, filled), lines });
    }
  }
  writeFileSync(path.join(dir, 'pages.json'), JSON.stringify(written));
  return written.length;
}

function plain(value: number): Promise<Buffer> {
  const background = { r: value, g: value, b: value };
  return sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Where two drawings differ: left, top, right, bottom. Null when the kind has no portrait. */
async function findFrame(one: Sharp, other: Sharp): Promise<number[] | null> {
  const { data, info } = await one.clone().greyscale().raw().toBuffer({ resolveWithObject: true });
  const second = await other.clone().greyscale().raw().toBuffer();
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (const [at, value] of data.entries()) {
    if (Math.abs(value - (second[at] ?? 0)) <= leastDifference) continue;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return right > left ? [left, top, right, bottom] : null;
}
