import path from 'node:path';
import { parseArgs } from 'node:util';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import type { MatchCalibration } from '../../../src/domain/faces/match-calibration.ts';
import { findMatchCalibration } from '../../../src/domain/faces/find-match-calibration.ts';
import { pictureChanges } from '../faces/change-picture.ts';
import { openGivenFaces, openSampleFaces, type FacePicture } from '../faces/face-set.ts';
import { comparePairs, tabulateMatching, type ReadFace } from '../faces/report-matching.ts';
import { tabulatePresentations } from '../faces/report-presentations.ts';
import { tabulateSpoofing } from '../faces/report-spoofing.ts';
import type { FaceSource } from '../../../src/domain/faces/face-source.ts';
import { measurePeople } from '../faces/measure-people.ts';
import type { ReferenceOptions } from '../faces/references.ts';
import { holdsPeople } from '../faces/person-folders.ts';
import { UsageFault, type AccuracySection } from '../section.ts';

/** Face matching and anti-spoofing on single pictures. */
export const faces: AccuracySection = {
  name: 'faces',
  page: 'faces',
  usage: [
    '--set DIR         people of your own, DIR/person/picture or DIR/person/sitting/picture, one face in each: rates of matching',
    '--groups FILE     {"group": ["person", …]}: rates for each; DIR/groups.json when left out',
    '--name NAME       of the set, as results shall name it; the folder when left out',
    '--calibration FILE  writes the rates for `npm run admin -- calibrate FILE`',
    '--references DIR  portraits of the same people, DIR/person/picture: each face is compared with these, and not with other faces',
    '--source KIND     what the references are: document, chip or wallet. Without --references, the faces are printed on drawn passports',
    '--each N          of so many pictures of each person passports are drawn; 10 when left out',
    '--set DIR         or pictures and attacks, added to those of the npm package, when it holds truth.json or:',
    '--truth FILE      who and what they show; DIR/truth.json when left out',
  ],
  async measure(args, say) {
    const options = readOptions(args);
    const { set, truth } = options;
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue }) });
    const reference = referenceOf(options);
    const limits = limitsFor(analyser.templateModel, reference?.source ?? 'camera');
    if (set !== undefined && truth === undefined && holdsPeople(set)) {
      return measurePeople({ ...options, set, reference }, { analyser, limits, say });
    }
    const given = set === undefined ? [] : await openGivenFaces(set, truth ?? path.join(set, 'truth.json'));
    const pictures = [...(await openSampleFaces(analyser)), ...given];
    say(`${pictures.length} pictures with one face each`);

    const read = async (picture: FacePicture, jpeg: Buffer): Promise<ReadFace | null> => {
      const [face] = (await analyser.analyse(jpeg, { template: true, antiSpoofing: true })).faces;
      if (face?.template == null) return null;
      return { picture, template: face.template, spoof: face.antiSpoofing };
    };
    const originals: ReadFace[] = [];
    const copies: { change: string; original: ReadFace; copy: ReadFace | null }[] = [];
    let unread = 0;
    for (const picture of pictures) {
      const original = await read(picture, picture.jpeg);
      if (original === null) {
        unread += 1;
        continue;
      }
      originals.push(original);
      for (const [change, make] of Object.entries(pictureChanges)) {
        copies.push({ change, original, copy: await read(picture, await make(picture.jpeg)) });
      }
      say(`${originals.length + unread} of ${pictures.length}  ${picture.label}`);
    }
    const used = catalogue.entries.filter(({ name }) =>
      [analyser.templateModel, ...analyser.antiSpoofing.models].some((model) => model.name === name),
    );
    return {
      title: 'Faces of an npm package, and attacks drawn from them',
      facts: [
        `${pictures.length} pictures: the larger faces of six group pictures of an npm package${set === undefined ? '' : ' and a folder with known people and attacks'}; ${unread} in which no face was found`,
        'Different people: two faces of one group picture, or two known names. Faces of different group pictures are not compared: somebody may be in both',
        'Synthetic prints and screens are drawn from the live pictures: they prove that the signs run; they prove no protection. The thresholds of the signs were set on most of them, and the models were never trained on such pictures',
        'Changed copies are made from one picture: they show the effect of a bad picture, not how a person changes',
        `Limits: one person up to ${limits.same}, two from ${limits.different ?? 'nowhere'}, by the calibration ${limits.name}; those of the anti-spoofing models are in the table`,
        `Models: ${used.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 12)}`).join(', ')}`,
      ],
      tables: [
        ...tabulateMatching(comparePairs(originals), copies, limits),
        ...tabulateSpoofing(originals, analyser.antiSpoofing),
        ...(await tabulatePresentations(analyser, pictures, say)),
      ],
      complete: true,
    };
  },
};

/** A kind of reference that has no limits yet is first measured at the camera's limits. */
function limitsFor({ name, sha256 }: { name: string; sha256: string }, source: FaceSource): MatchCalibration {
  const limits = findMatchCalibration(sha256, source);
  if (limits !== null) return limits;
  const camera = findMatchCalibration(sha256, 'camera');
  if (camera === null) throw new UsageFault(`${name} has no calibration.`);
  return { ...camera, name: `limits of ${camera.name}`, reference: source, tooAlike: null, measured: null };
}

function referenceOf({ references, source, each }: ReturnType<typeof readOptions>): ReferenceOptions | null {
  if (references === undefined && source === undefined) return null;
  const kind = (['document', 'chip', 'wallet'] as const).find((known) => known === (source ?? 'document'));
  if (kind === undefined) throw new UsageFault(`--source is none of document, chip and wallet: ${source}`);
  if (references === undefined && kind !== 'document') throw new UsageFault(`--source ${kind} needs --references DIR`);
  const count = Number(each ?? '10');
  if (!Number.isInteger(count) || count < 1) throw new UsageFault('--each takes a whole number from 1 on');
  return { source: kind, dir: references ?? null, each: count };
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        set: text,
        truth: text,
        groups: text,
        name: text,
        calibration: text,
        references: text,
        source: text,
        each: text,
      },
    }).values;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}
