import path from 'node:path';
import { parseArgs } from 'node:util';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { createRecordingDecoder } from '../../../src/adapters/native/recordings/recording-decoder.ts';
import type { LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';
import type { ProjectedFace } from '../../../specimens/faces/projected-face.ts';
import { filmFace } from '../../../specimens/faces/film-face.ts';
import { filmHeldScreen } from '../../../specimens/captures/film-held-screen.ts';
import { openFace } from '../../../specimens/faces/open-face.ts';
import { drawPrompts } from '../../../specimens/faces/draw-prompts.ts';
import type { StepConfig } from '../../../src/steps/define-step-schema.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { cutOutFace, openGivenFaces, openSampleFaces, type FacePicture } from '../faces/face-set.ts';
import { filmScreen, filmStillPhoto } from '../liveness/film-attack.ts';
import { judgeVideo, judgeWatched } from '../liveness/judge-video.ts';
import { openKeptVideos, type KeptVideo } from '../liveness/kept-videos.ts';
import { measureRecordings } from '../liveness/measure-recordings.ts';
import { holdsRecordings } from '../../recordings/recording-set.ts';
import { UsageFault, rate, type AccuracySection } from '../section.ts';

/** A set of `npm run record-liveness` gets a separate heading; then this one is dropped. */
const neverOfPeople =
  '**The genuine BPCER of active liveness has never been measured on people**: nobody has recorded a set with `npm run record-liveness` yet';

/** Faces that look into the camera and are large enough for a film. */
const filmable = { yaw: 14, pitch: 14, roll: 12, eyeDistancePx: 60 };

const own = 'follows its own challenge';
const fine = 'its own challenge on a screen of fine pixels that fills the picture';

const videoKinds = {
  [own]: ({ face, prompts, seed }) => Promise.resolve(filmFace(face, prompts, { seed })),
  'a recording of an earlier challenge, played again': ({ face, random, seed, prompts }) =>
    Promise.resolve(filmFace(face, drawEarlier(random, prompts.length), { seed })),
  'a still photo, moved about': ({ face, prompts, seed }) => filmStillPhoto(face, prompts, seed),
  'its own challenge, filmed off a screen': ({ face, prompts, seed }) =>
    Promise.resolve(filmScreen(face, prompts, seed)),
  'its own challenge on a tablet that is held up, its border in view': ({ face, prompts, seed }) =>
    filmHeldScreen(face, prompts, seed, { border: true, bands: false }),
  [`${fine}, bands rolling over it`]: ({ face, prompts, seed }) =>
    filmHeldScreen(face, prompts, seed, { border: false, bands: true }),
  [`${fine}, no bands`]: ({ face, prompts, seed }) =>
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
  page: 'liveness',
  usage: [
    '--count N         videos of each kind; 16 when left out',
    '--only TEXT       the kinds of videos whose names hold this; printed and not written',
    '--keep FILE       stores each verdict there, so that an interrupted run continues where it stopped',
    '--set DIR         what `npm run record-liveness` recorded: BPCER, and APCER of each attack, by device, room and skin tone',
    '--set DIR         or your own faces, added to those of the npm package, when its truth.json is a list of pictures',
    '--truth FILE      which of them are live; DIR/truth.json when left out',
  ],
  async measure(args, say) {
    const { count, only, keep, set, truth } = readOptions(args);
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue }) });
    const recordings = createRecordingDecoder();
    if (set !== undefined && holdsRecordings(set)) return measureRecordings(set, { analyser, recordings, say });
    const given = set === undefined ? [] : await openGivenFaces(set, truth ?? path.join(set, 'truth.json'));
    const live = [...(await openSampleFaces(analyser)), ...given].filter(({ presentation }) => presentation === 'live');
    const faces = await openFilmableFaces(analyser, live);
    say(`${faces.length} faces can be filmed`);
    const judges = analyser.antiSpoofing.models;
    const hashes = judges.map(({ sha256 }) => sha256).join(', ');
    const kept = openKeptVideos(keep, `${faces.length} faces, ${hashes === '' ? 'no model' : hashes}`);
    const judge = judgeVideo(analyser, recordings);
    const config = activeLivenessSchema.config.parse({});
    const rows: string[][] = [];
    const followed = new Map<string, { asked: number; followed: number }>();
    const costs: { videoMs: number; judgedMs: number }[] = [];
    const kinds = Object.entries(videoKinds).filter(([kind]) => kind.includes(only));
    for (const [kind, film] of kinds) {
      const judged: { video: KeptVideo; prompts: LivenessPrompt[] }[] = [];
      for (let seed = 1; seed <= count; seed += 1) {
        const face = faces[seed % faces.length];
        if (face === undefined) throw new UsageFault('no face of the samples can be filmed');
        const random = createRandom(seed);
        const prompts = drawPrompts((below) => random.integer(0, below - 1), config);
        const known = kept.find(kind, seed);
        const video = known ?? {
          kind,
          seed,
          ...(await judge(await film({ face, prompts, random, seed }), prompts, config)),
        };
        if (known === undefined) kept.keep(video);
        judged.push({ video, prompts });
        costs.push(video);
        if (kind === own) noteFollowed(followed, prompts, video.followedAtMs);
        say(`${kind}, seed ${seed}: ${video.verdict}`);
      }
      rows.push([kind, ...tellVerdicts(judged.map(({ video }) => video.verdict))]);
      if (kind === own) {
        rows.push(['follows another challenge', ...tellVerdicts(heldAgainstOthers(judged, config))]);
      }
    }
    const ratios = costs.map(({ videoMs, judgedMs }) => judgedMs / videoMs).sort((a, b) => a - b);
    return {
      title: 'Active liveness',
      facts: [
        `${count} videos of each kind, from ${faces.length} faces of an npm package’s pictures${set === undefined ? '' : ' and of a folder'}, seeds 1 to ${count}`,
        neverOfPeople,
        'Videos are made by laying one picture over its face mesh and turning that: they prove that movements are measured and challenges distinguished. They prove nothing about people, about cameras, or about whether such a video itself is caught: a good fake of this kind is what the anti-spoofing model must find',
        'Follows another challenge: each video that follows its own challenge, compared with the challenges of all the others; the measurements are kept, so no video is measured twice',
        'The pixels of the filmed screen are made up, seen straight on, each three camera pixels wide; the limits of the sign that finds them were set on moving pictures of some of these faces, too',
        'The last three are the videos that follow their own challenge, shown again on a synthetic screen whose pixels no camera sees: less contrast, bluer white, a little blur. The limit of the bands was set on such videos. The last kind has nothing that the signs could find and little that a model could',
        `Anti-spoofing models: ${analyser.antiSpoofing.missing.length > 0 ? `${analyser.antiSpoofing.missing.join(', ')} missing, so nothing can pass` : judges.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 12)}`).join(', ')}`,
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
              'judging, compared with the length of the video',
              `${(ratios[ratios.length >> 1] ?? 0).toFixed(2)} ×`,
              `${(ratios.at(-1) ?? 0).toFixed(2)} ×`,
              `${ratios.length} videos`,
            ],
          ],
        },
      ],
      complete: only === '',
    };
  },
};

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { count: text, only: text, keep: text, set: text, truth: text },
    });
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
    // Too near to the edge of the picture: a cut-out of it is not detected.
    if (opened !== null) faces.push(opened);
  }
  return faces;
}

/** A challenge that the server drew at another time; it may be similar. */
function drawEarlier(random: Random, promptCount: number): LivenessPrompt[] {
  return drawPrompts((below) => random.integer(0, below - 1), activeLivenessSchema.config.parse({ promptCount }));
}

/** The result of each video when it is judged for the challenge of another one. */
function heldAgainstOthers(
  judged: readonly { video: KeptVideo; prompts: LivenessPrompt[] }[],
  config: StepConfig<typeof activeLivenessSchema>,
): string[] {
  return judged.flatMap(({ video }) =>
    judged
      .filter((other) => other.video !== video)
      .map((other) => judgeWatched(video.watched, other.prompts, config).verdict),
  );
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
