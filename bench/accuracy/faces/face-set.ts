import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { resolvePackageFile } from '../../../src/adapters/model-catalogue.ts';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import type { AnalysedFace, FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { UsageFault } from '../section.ts';

/** What the file names reveal about the pictures of a set. Each picture shows one face. */
const truthSchema = z.strictObject({
  /** Pictures of one person under one name: different names are different people. */
  people: z.record(z.string(), z.array(z.string())).default({}),
  /** Pictures of living people before a camera. */
  live: z.array(z.string()).default([]),
  /** Pictures of pictures, under the kind of attack: `print`, `screen`, `mask`, … */
  attacks: z.record(z.string(), z.array(z.string())).default({}),
});

export interface FacePicture {
  label: string;
  /** Upright and re-encoded, as an upload becomes. */
  jpeg: Buffer;
  /** Null: unknown. Two different names are two people. */
  person: string | null;
  /** Faces of one group are different people. */
  group: string | null;
  /** What the camera saw: `live`, a kind of attack, or null when unknown. */
  presentation: string | null;
}

/** Group pictures that come with an npm package. Faces smaller than this say little. */
const samplePictures = ['sample1', 'sample2', 'sample3', 'sample4', 'sample5', 'sample6'] as const;
const samplePackage = '@vladmandic/face-api';
const leastEyeDistancePx = 25;
const cut = { room: 0.6, widthPx: 600 };

const normaliser = createImageNormaliser();

/** The faces of the group pictures. People in one picture are different people; a person may appear in several pictures. */
export async function openSampleFaces(analyser: Pick<FaceAnalyser, 'analyse'>): Promise<FacePicture[]> {
  const pictures: FacePicture[] = [];
  for (const name of samplePictures) {
    const group = await normalised(
      readFileSync(resolvePackageFile(samplePackage, path.join('demo', `${name}.jpg`))),
      name,
    );
    const faces = (await analyser.analyse(group)).faces.filter(
      ({ quality }) => quality.eyeDistancePx >= leastEyeDistancePx && quality.cutOff < 0.05,
    );
    for (const [index, face] of faces.entries()) {
      const jpeg = await cutOutFace(group, face);
      pictures.push({ label: `${name} face ${index + 1}`, jpeg, person: null, group: name, presentation: 'live' });
    }
  }
  return pictures;
}

/** The pictures of a folder. @throws UsageFault when its truth cannot be read */
export async function openGivenFaces(dir: string, truthFile: string): Promise<FacePicture[]> {
  let truth: z.output<typeof truthSchema>;
  try {
    truth = truthSchema.parse(JSON.parse(readFileSync(truthFile, 'utf8')));
  } catch (error) {
    throw new UsageFault(`${truthFile}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const names = new Map<string, Pick<FacePicture, 'person' | 'presentation'>>();
  const note = (file: string, what: Partial<Pick<FacePicture, 'person' | 'presentation'>>) =>
    names.set(file, { ...(names.get(file) ?? { person: null, presentation: null }), ...what });
  for (const [person, files] of Object.entries(truth.people)) files.forEach((file) => note(file, { person }));
  truth.live.forEach((file) => note(file, { presentation: 'live' }));
  for (const [presentation, files] of Object.entries(truth.attacks)) {
    files.forEach((file) => note(file, { presentation }));
  }
  const pictures: FacePicture[] = [];
  for (const [file, what] of names) {
    const jpeg = await normalised(readFileSync(path.join(dir, file)), file);
    pictures.push({ label: file, jpeg, group: null, ...what });
  }
  return pictures;
}

async function normalised(picture: Buffer, name: string): Promise<Buffer> {
  const result = await normaliser.normalise(picture);
  if ('fault' in result) throw new UsageFault(`${name}: ${result.fault}`);
  return result.image.jpeg;
}

/** One face with the margin of a selfie around it. */
export async function cutOutFace(picture: Buffer, { box }: AnalysedFace): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const left = Math.max(0, Math.round(box.left - box.width * cut.room));
  const top = Math.max(0, Math.round(box.top - box.height * cut.room));
  const right = Math.min(width, Math.round(box.left + box.width * (1 + cut.room)));
  const bottom = Math.min(height, Math.round(box.top + box.height * (1 + cut.room)));
  return sharp(picture)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(cut.widthPx)
    .jpeg({ quality: 95 })
    .toBuffer();
}
