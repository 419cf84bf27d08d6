import path from 'node:path';
import { parseArgs } from 'node:util';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { createFaceAnalyser } from '../../../src/adapters/native/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/model-store.ts';
import { createRecordingDecoder } from '../../../src/adapters/native/recording-decoder.ts';
import type { LivenessPrompt } from '../../../src/domain/challenge.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/face-analyser.ts';
import { createRandom, type Random } from '../../../src/specimens/create-random.ts';
import type { ProjectedFace } from '../../../src/specimens/projected-face.ts';
import { filmFace } from '../../../src/specimens/film-face.ts';
import { openFace } from '../../../src/specimens/open-face.ts';
import { drawPrompts } from '../../../src/steps/active-liveness/draw-prompts.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { cutOutFace, openGivenFaces, openSampleFaces, type FacePicture } from '../faces/face-set.ts';
import { filmScreen, filmStillPhoto } from '../liveness/film-attack.ts';
import { filmHeldScreen } from '../liveness/film-held-screen.ts';
import { judgeVideo } from '../liveness/judge-video.ts';
import { UsageFault, rate, type AccuracySection } from '../section.ts';

/** Faces that look into the camera, and are large enough to be filmed. */
const filmable = { yaw: 14, pitch: 14, roll: 12, eyeDistancePx: 60 };

const videoKinds = {
  'follows its own challenge': ({ face, prompts, seed }) => Promise.resolve(filmFace(face, prompts, { seed })),
  'follows another challenge': ({ face, prompts, random, seed }) =>
    Promise.resolve(filmFace(face, drawOther(random, prompts), { seed })),
  'a recording of an earlier challenge, played again': ({ face, random, seed, prompts }) =>
    Promise.resolve(filmFace(face, drawEarlier(random, prompts.length), { seed })),
  'a still photo, moved about': ({ face, prompts, seed }) => filmStillPhoto(face, prompts, seed),
  'its own challenge, filmed off a screen': ({ face, prompts, seed }) =>
    Promise.resolve(filmScreen(face, prompts, seed)),
  'its own challenge on a tablet that is held up, its border in view': ({ face, prompts, seed }) =>
    filmHeldScreen(face, prompts, seed, { border: true, bands: false }),
  'its own challenge on a screen of fine pixels that fills the picture, bands rolling over it': ({
    face,
    prompts,
    seed,
  }) => filmHeldScreen(face, prompts, seed, { border: false, bands: true }),
  'its own challenge on a screen of fine pixels that fills the picture, no bands': ({ face, prompts, seed }) =>
    filmHeldScreen(face, prompts, seed, { border: false, bands: false }),
} as const satisfies Record<string, (wanted: Wanted) => Promise<Buffer>>;

interface Wanted {
  face: ProjectedFace;
  prompts: LivenessPrompt[];
  random: Random;
  seed: number;
}

/** Active liveness on videos of projected faces. */
export const liveness: AccuracySection = {
  name: 'liveness',
  usage: [
    '--count N         videos of each kind; 16 when left out',
    '--only TEXT       the kinds of videos whose names hold this; under a heading of their own',
    '--set DIR         faces of your own beside those of the npm package',
    '--truth FILE      which of them are live; DIR/truth.json when left out',
  ],
  async measure(args, say) {
    const { count, only, set, truth } = readOptions(args);
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue }) });
    const given = set === undefined ? [] : await openGivenFaces(set, truth ?? path.join(set, 'truth.json'));
    const live = [...(await openSampleFaces(analyser)), ...given].filter(({ presentation }) => presentation === 'live');
    const faces = await openFilmableFaces(analyser, live);
    say(`${faces.length} faces can be filmed`);
    const judge = judgeVideo(analyser, createRecordingDecoder());
    const config = activeLivenessSchema.config.parse({});
    const rows: string[][] = [];
    const followed = new Map<string, { asked: number; followed: number }>();
    const costs: { videoMs: number; judgedMs: number }[] = [];
    const kinds = Object.entries(videoKinds).filter(([kind]) => kind.includes(only));
    for (const [kind, film] of kinds) {
      const verdicts: string[] = [];
      for (let seed = 1; seed <= count; seed += 1) {
        const face = faces[seed % faces.length];
        if (face === undefined) throw new UsageFault('no face of the samples can be filmed');
        const random = createRandom(seed);
        const prompts = drawPrompts((below) => random.integer(0, below - 1), config);
        const judged = await judge(await film({ face, prompts, random, seed }), prompts, config);
        verdicts.push(judged.verdict);
        costs.push(judged);
        if (kind === 'follows its own challenge') noteFollowed(followed, prompts, judged.followedAtMs);
        say(`${kind}, seed ${seed}: ${judged.verdict}`);
      }
      rows.push([kind, ...tellVerdicts(verdicts)]);
    }
    const ratios = costs.map(({ videoMs, judgedMs }) => judgedMs / videoMs).sort((a, b) => a - b);
    return {
      title: only === '' ? 'Active liveness' : `Active liveness: ${only}`,
      facts: [
        `${count} videos of each kind, from ${faces.length} faces of an npm package’s pictures${set === undefined ? '' : ' and of a folder'}, seeds 1 to ${count}`,
        'Videos are made by laying one picture over its face mesh and turning that: they prove that movements are measured and challenges told apart. They prove nothing about people, about cameras, or about whether such a video itself is caught: a good fake of this kind is what the anti-spoofing model must find',
        `Anti-spoofing model: ${analyser.antiSpoofingModel?.name ?? 'not there, so that nothing can pass'}`,
      ],
      tables: [
        { title: 'Verdicts', columns: ['video', 'passed', 'to review', 'refused', 'codes'], rows },
        {
          title: 'Movements of the right challenge that were seen',
          columns: ['movement', 'seen'],
          rows: [...followed].map(([action, { asked, followed: seen }]) => [action, rate(seen, asked)]),
        },
        {
          title: 'Time',
          columns: ['what', 'median', 'worst', 'samples'],
          rows: [
            [
              'judging against the length of the video',
              `${(ratios[ratios.length >> 1] ?? 0).toFixed(2)} ×`,
              `${(ratios.at(-1) ?? 0).toFixed(2)} ×`,
              `${ratios.length} videos`,
            ],
          ],
        },
      ],
      complete: true,
    };
  },
};

function readOptions(args: readonly string[]): { count: number; only: string; set?: string; truth?: string } {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { count: text, only: text, set: text, truth: text } });
    return { ...values, count: Number(values.count ?? '16'), only: values.only ?? '' };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}

async function openFilmableFaces(
  analyser: Pick<FaceAnalyser, 'analyse'>,
  pictures: readonly FacePicture[],
): Promise<ProjectedFace[]> {
  const faces: ProjectedFace[] = [];
  for (const { jpeg } of pictures) {
    const [face] = (await analyser.analyse(jpeg)).faces;
    if (face === undefined) continue;
    const { pose, quality } = face;
    const looksAhead =
      Math.abs(pose.yaw) < filmable.yaw && Math.abs(pose.pitch) < filmable.pitch && Math.abs(pose.roll) < filmable.roll;
    if (!looksAhead || quality.eyeDistancePx < filmable.eyeDistancePx) continue;
    const opened = await openFace(await cutOutFace(jpeg, face), analyser).catch(() => null);
    // Too near to the picture's edge: cut out, it is no longer found.
    if (opened !== null) faces.push(opened);
  }
  return faces;
}

/** What the server drew at another time; it may be alike. */
function drawEarlier(random: Random, promptCount: number): LivenessPrompt[] {
  return drawPrompts((below) => random.integer(0, below - 1), activeLivenessSchema.config.parse({ promptCount }));
}

/** Another order of movements, drawn the same way. */
function drawOther(random: Random, prompts: readonly LivenessPrompt[]): LivenessPrompt[] {
  const actionsOf = (of: readonly LivenessPrompt[]) => of.map(({ action }) => action).join();
  for (;;) {
    const other = drawEarlier(random, prompts.length);
    if (actionsOf(other) !== actionsOf(prompts)) return other;
  }
}

function noteFollowed(
  followed: Map<string, { asked: number; followed: number }>,
  prompts: readonly LivenessPrompt[],
  followedAtMs: readonly (number | null)[],
): void {
  prompts.forEach(({ action }, index) => {
    const so = followed.get(action) ?? { asked: 0, followed: 0 };
    const seen = followedAtMs[index] == null ? 0 : 1;
    followed.set(action, { asked: so.asked + 1, followed: so.followed + seen });
  });
}

function tellVerdicts(verdicts: readonly string[]): string[] {
  const share = (outcome: string) =>
    rate(verdicts.filter((verdict) => verdict.startsWith(`${outcome} `)).length, verdicts.length);
  const codes = new Map<string, number>();
  for (const verdict of verdicts) {
    const code = verdict.split(' ')[1] ?? '';
    if (code !== '') codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const review = verdicts.filter((verdict) => /^(warning|error) /.test(verdict)).length;
  return [
    share('passed'),
    rate(review, verdicts.length),
    share('failed'),
    [...codes].map(([code, times]) => `${code} ${times}`).join(', '),
  ];
}
