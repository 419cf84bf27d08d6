import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import {
  lightColours,
  lightStepCount,
  lightStepMs,
  type PlacedColour,
} from '../../src/domain/verifications/light-colours.ts';
import type { FaceAnalyser } from '../../src/domain/ports/faces/face-analyser.ts';
import { createFaceAnalyser } from '../../src/adapters/native/faces/face-analyser.ts';
import type { ModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import { filmFace } from '../../specimens/faces/film-face.ts';
import { openFace } from '../../specimens/faces/open-face.ts';
import { activeLivenessSchema } from '../../src/steps/active-liveness/schema.ts';
import { judgeVideo } from '../accuracy/liveness/judge-video.ts';
import { quantile, type Row } from '../section.ts';

const rounds = 5;
/** As many prompts as a flow may ask for, two of them blinks, for which more pictures are examined. */
const longest: LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1_500 },
  { action: 'blink', atMs: 5_200 },
  { action: 'look-up', atMs: 9_000 },
  { action: 'blink', atMs: 13_000 },
  { action: 'smile', atMs: 17_300 },
];

/** As many as a flow asks for that does not say how many, without colours: the longest pauses. */
const usual: LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1_500 },
  { action: 'blink', atMs: 5_200 },
  { action: 'smile', atMs: 9_000 },
];

/** As many when colours follow, as they do by default: then there is less time between the prompts. */
const hurried: LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1_200 },
  { action: 'blink', atMs: 3_600 },
  { action: 'smile', atMs: 5_900 },
];
const colours: PlacedColour[] = Array.from({ length: lightStepCount }, (_, step) => ({
  colour: step % lightColours.length,
  atMs: 8_200 + step * lightStepMs,
}));

/** The form of the films since the first measurements, and the one that the web SDK asks a camera for. */
const small = { widthPx: 400, heightPx: 400, framesPerSecond: 15 };
const recorded = { widthPx: 640, heightPx: 480, framesPerSecond: 24 };

/** Decodes, measures and judges videos, without HTTP and database. */
export async function benchVideos(models: ModelStore, picture: Buffer): Promise<Row[]> {
  const analyser = await createFaceAnalyser({ models });
  return [
    await benchVideo(analyser, picture, { ...small, prompts: longest, barMs: 4_000 }),
    await benchVideo(analyser, picture, { ...small, prompts: usual, barMs: 1_500 }),
    await benchVideo(analyser, picture, { ...recorded, prompts: usual, barMs: 1_500 }),
    await benchVideo(analyser, picture, { ...recorded, prompts: hurried, light: colours, tailMs: 9_300, barMs: 1_500 }),
  ];
}

interface BenchFilm {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  prompts: LivenessPrompt[];
  light?: PlacedColour[];
  /** From the last prompt to the end. */
  tailMs?: number;
  barMs: number;
}

async function benchVideo(
  analyser: FaceAnalyser,
  picture: Buffer,
  { widthPx, heightPx, framesPerSecond, prompts, light = [], tailMs = 2_600, barMs }: BenchFilm,
): Promise<Row> {
  const face = await openFace(picture, analyser, { widthPx, heightPx });
  const video = filmFace(face, prompts, { framesPerSecond, tailMs });
  const judge = judgeVideo(analyser, createRecordingDecoder());
  const config = activeLivenessSchema.config.parse({ promptCount: prompts.length });
  const took: { wallMs: number; cpuMs: number; videoMs: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { judgedMs: wallMs, judgedCpuMs: cpuMs, videoMs } = await judge(video, prompts, config, light);
    took.push({ wallMs, videoMs, cpuMs });
  }
  // The first run also includes the one-time set-up.
  const measured = took.slice(1);
  const wall = quantile(
    measured.map(({ wallMs }) => wallMs),
    0.5,
  );
  const cpuMs = measured.reduce((sum, one) => sum + one.cpuMs, 0) / measured.length;
  return {
    what: `a video of ${((took[0]?.videoMs ?? 0) / 1000).toFixed(1)} s with ${prompts.length} prompts${light.length > 0 ? ' and colours' : ''} judged, ${widthPx} × ${heightPx} pixels, ${framesPerSecond} frames a second`,
    measured: `median ${wall.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms with the decoding process`,
    against: '–',
    ratio: `${wall.toFixed(0)} ms`,
    bar: `≤ ${barMs} ms`,
    met: wall <= barMs,
    samples: `${rounds} runs of one made-up video`,
  };
}
