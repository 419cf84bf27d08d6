import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { resolvePackageFile } from '../../../src/adapters/model-catalogue.ts';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import type { AnalysedFace } from '../../../src/domain/ports/faces/face-analyser.ts';
import { oncePerInput } from '../documents/once-per-input.ts';
import { sharedDecoder } from '../documents/shared-decoder.ts';

/** Group pictures that come with an npm package, so that tests need nothing but the registry. */
const samplesDir = join(dirname(resolvePackageFile('@vladmandic/face-api', 'package.json')), 'demo');
const realFacesDir = fileURLToPath(new URL('../../../../shared/faces/', import.meta.url));

export const samples = ['sample1', 'sample2', 'sample3', 'sample4', 'sample5', 'sample6'] as const;

/** As an upload is stored: upright and re-encoded. */
export async function normalised(picture: Buffer): Promise<Buffer> {
  const result = await createImageNormaliser(sharedDecoder()).normalise(picture);
  if ('fault' in result) throw new Error(result.fault);
  return result.image.jpeg;
}

export const samplePicture = oncePerInput((name: (typeof samples)[number]): Promise<Buffer> =>
  normalised(readFileSync(join(samplesDir, `${name}.jpg`))),
);

/** One face with `room` of its size around it, `widthPx` wide: what a selfie of that person would show. */
export async function cropFace(
  picture: Buffer,
  { box }: Pick<AnalysedFace, 'box'>,
  { room = 0.6, widthPx = 600 }: { room?: number; widthPx?: number } = {},
): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const left = Math.max(0, Math.round(box.left - box.width * room));
  const top = Math.max(0, Math.round(box.top - box.height * room));
  const right = Math.min(width, Math.round(box.left + box.width * (1 + room)));
  const bottom = Math.min(height, Math.round(box.top + box.height * (1 + room)));
  return sharp(picture)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(widthPx)
    .jpeg({ quality: 95 })
    .toBuffer();
}

const realFaces = ['obama', 'obama2', 'biden', 'image_T1', 'image_F1', 'image_F2'] as const;
export type RealFace = (typeof realFaces)[number];

/** Portraits and attacks that are kept next to the repository, as uploads are stored; none, with a message, if they are absent. */
export function findRealFaces(): ((name: RealFace) => Promise<Buffer>) | null {
  if (realFaces.every((name) => existsSync(join(realFacesDir, `${name}.jpg`)))) {
    return (name) => normalised(readFileSync(join(realFacesDir, `${name}.jpg`)));
  }
  console.warn(`SKIPPED: no pictures of real faces at ${realFacesDir}`);
  return null;
}
