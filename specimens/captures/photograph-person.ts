import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { resolvePackageFile } from '../../src/adapters/model-catalogue.ts';

/** The pictures come with an npm package as samples of its face detection. */
const packageName = '@vladmandic/face-api';
/** One woman in two of them: where her face is, in pixels of the picture. */
const faces = {
  portrait: { file: 'sample3.jpg', left: 1067, top: 260, side: 245 },
  selfie: { file: 'sample1.jpg', left: 1494, top: 271, side: 142 },
} as const;
/** Around the face, in its own size. */
const room = 0.6;
const widthPx = 600;

export interface PhotographedPerson {
  /** For the document. */
  portrait: Buffer;
  /** Taken on another occasion. */
  selfie: Buffer;
  /** The source of the pictures, which is shown to the user. */
  source: string;
}

/** A real person for demos: no drawn face is one that the models accept. */
export async function photographPerson(): Promise<PhotographedPerson> {
  const [portrait, selfie] = await Promise.all([cut(faces.portrait), cut(faces.selfie)]);
  return {
    portrait,
    selfie,
    source: `${faces.portrait.file} and ${faces.selfie.file} of the npm package ${packageName}`,
  };
}

async function cut({ file, left, top, side }: (typeof faces)[keyof typeof faces]): Promise<Buffer> {
  const picture = readFileSync(resolvePackageFile(packageName, path.join('demo', file)));
  const size = Math.round(side * (1 + 2 * room));
  return sharp(picture)
    .extract({ left: Math.round(left - side * room), top: Math.round(top - side * room), width: size, height: size })
    .resize(widthPx)
    .jpeg({ quality: 95 })
    .toBuffer();
}
