import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { evaluatePassiveLiveness } from '../../../src/steps/passive-liveness/evaluate-passive-liveness.ts';
import { passiveLivenessSchema } from '../../../src/steps/passive-liveness/schema.ts';
import { lookAtFace } from '../../../src/steps/faces/look-at-face.ts';
import { makeUnreal, unrealKinds } from '../../../specimens/captures/unreal-face.ts';
import { openSampleFaces } from '../faces/face-set.ts';
import { readPeople } from '../faces/person-folders.ts';
import { madeUpFile } from '../made-up-file.ts';
import { rateWithBounds, UsageFault, type AccuracySection } from '../section.ts';

/** A face to judge, and the name of its set. */
interface JudgedFace {
  set: string;
  jpeg: Buffer;
}

interface Seen {
  set: string;
  kind: string;
  liveness: string;
  step: string;
}

const genuine = 'the faces themselves';

/** How passive liveness judges faces of no living person. A filter made each from a picture of a person. */
export const noPerson: AccuracySection = {
  name: 'no-person',
  page: 'liveness',
  usage: [
    '--set DIR         people, DIR/person/picture or DIR/person/sitting/picture, added to the faces of the npm package',
    '--each N          so many pictures of each person; 4 when left out',
    '--close           the pictures of the set are cut close to the face: their border is extended by mirroring',
  ],
  async measure(args, say) {
    const options = readOptions(args);
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue, threads: 1 }) });
    if (analyser.antiSpoofing.missing.length > 0)
      throw new UsageFault('anti-spoofing models are missing: set MODELS_DIR');
    const seen: Seen[] = [];
    let count = 0;
    for await (const { set, jpeg } of openFaces(analyser, options)) {
      count += 1;
      const [face] = (await analyser.analyse(jpeg)).faces;
      if (face === undefined) continue;
      seen.push({ set, kind: genuine, ...(await judge(analyser, jpeg)) });
      for (const kind of unrealKinds) {
        seen.push({ set, kind, ...(await judge(analyser, await makeUnreal(jpeg, face.mesh, kind, count))) });
      }
      if (count % 10 === 0) say(`${count} faces`);
    }
    const rows = [genuine, ...unrealKinds].flatMap((kind) =>
      [...new Set(seen.map(({ set }) => set))].map((set) => tell(kind, set, seen)),
    );
    return {
      title: "Faces that are not a person's (synthetic pictures)",
      facts: [
        `${count} faces, each with the filters of \`specimens/captures/unreal-face.ts\`: we had no real cartoons, dolls, statues, masks or generated portraits`,
        'One picture, one attempt. The whole step: with `face-mask` and `lens`, without `selfie-origin`, which asks about files. In brackets: 95 % confidence (Wilson)',
      ],
      tables: [
        {
          title: 'Synthetic faces that pass',
          columns: [
            'presentation',
            'faces of',
            '`passive-liveness` passed',
            'whole step passed',
            'called an attack',
            'most frequent answers',
          ],
          rows,
        },
      ],
      complete: true,
    };
  },
};

function tell(kind: string, set: string, seen: readonly Seen[]): string[] {
  const of = seen.filter((one) => one.kind === kind && one.set === set);
  const count = (wanted: (one: Seen) => boolean) => rateWithBounds(of.filter(wanted).length, of.length);
  const answers = new Map<string, number>();
  for (const { step } of of) answers.set(step, (answers.get(step) ?? 0) + 1);
  const frequent = [...answers].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return [
    kind,
    set,
    count(({ liveness }) => liveness === 'passed'),
    count(({ step }) => step === 'passed'),
    count(({ liveness }) => liveness.startsWith('failed')),
    frequent.map(([answer, times]) => `${answer} ${times}`).join(', '),
  ];
}

async function judge(faceAnalyser: FaceAnalyser, jpeg: Buffer): Promise<Pick<Seen, 'liveness' | 'step'>> {
  const file = madeUpFile('selfie', 'image/jpeg', jpeg);
  const readImage = () => Promise.resolve({ jpeg, media: file });
  const questions = { antiSpoofing: true, coverings: true, reproduction: true };
  const look = await lookAtFace({ faceAnalyser, readImage }, file, questions);
  const config = passiveLivenessSchema.config.parse({});
  const { checks } = evaluatePassiveLiveness({ config, result: { look } }).outcome;
  const [liveness, ...others] = checks;
  const stopped = [liveness, ...others].find((check) => check !== undefined && check.outcome !== 'passed');
  const told = (check: typeof liveness) =>
    check === undefined || check.outcome === 'passed' ? 'passed' : `${check.outcome} ${check.code ?? ''}`;
  return { liveness: told(liveness), step: told(stopped) };
}

async function* openFaces(analyser: FaceAnalyser, options: ReturnType<typeof readOptions>): AsyncGenerator<JudgedFace> {
  for (const { jpeg } of await openSampleFaces(analyser)) yield { set: 'npm package', jpeg };
  if (options.set === undefined) return;
  const people = new Map<string, Buffer[]>();
  for await (const { person, jpeg } of readPeople(options.set)) {
    people.set(person, [...(people.get(person) ?? []), jpeg]);
  }
  for (const pictures of people.values()) {
    for (let index = 0; index < Math.min(options.each, pictures.length); index += 1) {
      const jpeg = pictures[Math.floor((index * pictures.length) / options.each)];
      if (jpeg !== undefined) yield { set: 'set', jpeg: options.close ? await withRoom(jpeg) : jpeg };
    }
  }
}

async function withRoom(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize(480, 480, { fit: 'inside', kernel: 'cubic' })
    .toBuffer({ resolveWithObject: true });
  const room = Math.round(Math.min(info.width, info.height) * 0.3);
  return sharp(data)
    .extend({ top: room, bottom: room, left: room, right: room, extendWith: 'mirror' })
    .jpeg({ quality: 95 })
    .toBuffer();
}

function readOptions(args: readonly string[]): { set: string | undefined; each: number; close: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { set: { type: 'string' }, each: { type: 'string' }, close: { type: 'boolean' } },
    });
    return { set: values.set, each: Number(values.each ?? '4'), close: values.close ?? false };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}
