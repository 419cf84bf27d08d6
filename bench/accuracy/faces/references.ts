import sharp from 'sharp';
import { distort, distortions } from '../../../specimens/captures/distort.ts';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import type { FaceSource } from '../../../src/domain/faces/face-source.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { portraitOf } from '../../../src/services/media/find-portrait.ts';
import type { PersonFace } from './match-trial.ts';
import { readPeople, type PersonPicture } from './person-folders.ts';

/** What faces of cameras are compared with: a kind of reference, and the place of its pictures. */
export interface ReferenceOptions {
  source: Exclude<FaceSource, 'camera' | 'video'>;
  /** A folder `person/picture` with the names of the set's people. Null: passports are drawn with pictures of the set. */
  dir: string | null;
  /** This many pictures of each person become portraits of drawn passports. */
  each: number;
}

/** The portraits of the people of a set, as the document step describes them, and how many were not found. @throws UsageFault */
export async function readReferences(
  set: string,
  { source, dir, each }: ReferenceOptions,
  tools: { analyser: FaceAnalyser; say: (line: string) => void },
): Promise<{ references: PersonFace[]; unread: number }> {
  const references: PersonFace[] = [];
  let unread = 0;
  for await (const { jpeg, ...about } of dir === null ? drawReferences(set, each) : readPeople(dir)) {
    const template = portraitOf(await tools.analyser.analyse(jpeg, { template: true, small: true }));
    if (template === null) unread += 1;
    else references.push({ ...about, template: { ...template, source } });
    if ((references.length + unread) % 20 === 0) tools.say(`${references.length + unread} references`);
  }
  return { references, unread };
}

/** Prints camera pictures on passports and photographs the pages, each in one of seven conditions, in turn. */
async function* drawReferences(set: string, each: number): AsyncGenerator<PersonPicture> {
  const people = new Map<string, PersonPicture[]>();
  for await (const picture of readPeople(set)) {
    people.set(picture.person, [...(people.get(picture.person) ?? []), picture]);
  }
  let index = 0;
  for (const picture of [...people.values()].flatMap((pictures) => spread(pictures, each))) {
    index += 1;
    yield { ...picture, jpeg: await drawReference(picture.jpeg, index) };
  }
}

const conditions = [null, ...distortions] as const;
/** Portraits show the whole head; sets of faces are often cut closer. */
const roomShare = 0.2;

async function drawReference(jpeg: Buffer, index: number): Promise<Buffer> {
  const portrait = await printablePortrait(jpeg);
  const page = await throughCamera((await drawPassport({ seed: index, portrait })).jpeg, index);
  return inCondition(page, index);
}

/** The photograph of a page in one of seven conditions, in turn. */
export function inCondition(page: Buffer, index: number): Promise<Buffer> | Buffer {
  const condition = conditions[index % conditions.length] ?? null;
  return condition === null ? page : distort(page, condition, index);
}

/** A camera's picture of a face as ink shows it, with room for the whole head. */
export async function printablePortrait(jpeg: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).resize(480, 480, { fit: 'inside' }).toBuffer({ resolveWithObject: true });
  const room = Math.round(Math.min(info.width, info.height) * roomShare);
  return (
    sharp(data)
      .extend({ top: room, bottom: room, left: room, right: room, extendWith: 'mirror' })
      // Ink is never as dark as a shadow, and reduces colour.
      .modulate({ saturation: 0.85 })
      .linear(0.85, 22)
      .png()
      .toBuffer()
  );
}

export function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).flatMap((one) =>
    one === undefined ? [] : [one],
  );
}
