import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { decodeRaster } from '../../../src/adapters/native/rasters/decode-raster.ts';
import type { TextDetector } from '../../../src/adapters/native/text/text-detector.ts';
import { createPageMeter } from '../../../src/adapters/native/nets/page-meter.ts';
import { mapQuad } from '../../../src/adapters/native/rasters/quad.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import { kindKeyOf } from '../../../src/domain/document-kinds/find-kinds.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { Quad } from '../../../src/domain/ports/pages/page-reader.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import type { FacePlace } from './forge-face.ts';
import { photographPage } from './photograph-page.ts';

/** An honest page with a portrait: the base of forgeries, which must not be doubted itself. */
export interface BasePage {
  label: string;
  isDrawn: boolean;
  /** Whether limits and weights may be set on it; the others are for judging. */
  isForSetting: boolean;
  picture: Buffer;
  widthPx: number;
  heightPx: number;
  face: FacePlace;
  lines: readonly Quad[];
}

interface Tools {
  analyser: Pick<FaceAnalyser, 'analyse'>;
  detector: TextDetector;
}

/** One page of each kind that has a portrait, drawn with a photographed face: every other kind is for setting. */
export async function* drawnPages(faces: readonly Buffer[], seed: number, tools: Tools): AsyncIterable<BasePage> {
  for (const [index, kind] of documentKinds.entries()) {
    const portrait = faces[(index * 7 + seed) % faces.length];
    if (kind.type === 'proof-of-residency' || portrait === undefined) continue;
    const { sides } = await drawDocument(kind, { seed, portrait });
    const front = sides.find(({ side }) => side === 'front') ?? sides[0];
    if (front === undefined) continue;
    const picture = await photographPage(front.jpeg, createRandom(seed * 1000 + index));
    const isForSetting = index % 2 === 0;
    const page = await look(picture, { label: `${kindKeyOf(kind)} ${seed}`, isDrawn: true, isForSetting }, tools);
    if (page !== null) yield page;
  }
}

/** The pictures of a folder in which a face is found. */
export async function* givenPages(
  folder: string,
  isForSetting: (file: string) => boolean,
  tools: Tools,
): AsyncIterable<BasePage> {
  for (const file of readdirSync(folder).sort()) {
    if (!/\.(jpe?g|png)$/i.test(file)) continue;
    const about = { label: file, isDrawn: false, isForSetting: isForSetting(file) };
    const page = await look(readFileSync(path.join(folder, file)), about, tools);
    if (page !== null) yield page;
  }
}

async function look(
  picture: Buffer,
  about: Pick<BasePage, 'label' | 'isDrawn' | 'isForSetting'>,
  { analyser, detector }: Tools,
): Promise<BasePage | null> {
  const jpeg = await sharp(picture).flatten({ background: '#fff' }).jpeg({ quality: 97 }).toBuffer();
  const { faces, widthPx, heightPx } = await analyser.analyse(jpeg, { small: true });
  const [face] = faces;
  if (face === undefined || face.meshScore < 0.5) return null;
  const { raster, scale } = await decodeRaster(jpeg, { shortestPx: 1000, longestPx: 2000 });
  const boxes = await detector.detect(raster, 960, createPageMeter());
  const lines = boxes.map((box) => mapQuad(box, ([x, y]) => [x / scale, y / scale]));
  return { ...about, picture, widthPx, heightPx, face: { box: face.box, rollDegrees: face.pose.roll }, lines };
}
