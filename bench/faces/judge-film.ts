import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import type { FaceAnalyser } from '../../src/domain/ports/faces/face-analyser.ts';
import { createFaceAnalyser } from '../../src/adapters/native/faces/face-analyser.ts';
import type { ModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import { filmFace } from '../../specimens/faces/film-face.ts';
import { openFace } from '../../specimens/faces/open-face.ts';
import { activeLivenessSchema } from '../../src/steps/active-liveness/schema.ts';
import { judgeVideo } from '../accuracy/liveness/judge-video.ts';
import { ownCpuMs } from '../cpu-time.ts';
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

/** As many as a flow asks for that does not say how many, without colours. */
const usual: LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1_500 },
  { action: 'blink', atMs: 5_200 },
  { action: 'smile', atMs: 9_000 },
];

/** Decodes, measures and judges videos, without HTTP and database. */
export async function benchVideos(models: ModelStore, picture: Buffer): Promise<Row[]> {
  const analyser = await createFaceAnalyser({ models });
  return [await benchVideo(analyser, picture, longest, 4_000), await benchVideo(analyser, picture, usual, 1_500)];
}

async function benchVideo(
  analyser: FaceAnalyser,
  picture: Buffer,
  prompts: LivenessPrompt[],
  barMs: number,
): Promise<Row> {
  const video = filmFace(await openFace(picture, analyser), prompts);
  const judge = judgeVideo(analyser, createRecordingDecoder());
  const config = activeLivenessSchema.config.parse({ promptCount: prompts.length });
  const took: { wallMs: number; cpuMs: number; videoMs: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = ownCpuMs();
    const { judgedMs: wallMs, videoMs } = await judge(video, prompts, config);
    took.push({ wallMs, videoMs, cpuMs: ownCpuMs() - before });
  }
  // The first run also includes the one-time set-up.
  const measured = took.slice(1);
  const wall = quantile(
    measured.map(({ wallMs }) => wallMs),
    0.5,
  );
  const cpuMs = measured.reduce((sum, one) => sum + one.cpuMs, 0) / measured.length;
  return {
    what: `a video of ${((took[0]?.videoMs ?? 0) / 1000).toFixed(1)} s with ${prompts.length} prompts judged`,
    measured: `median ${wall.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms with the decoding process`,
    against: '–',
    ratio: `${wall.toFixed(0)} ms`,
    bar: `≤ ${barMs} ms`,
    met: wall <= barMs,
    samples: `${rounds} runs of one made-up video`,
  };
}
