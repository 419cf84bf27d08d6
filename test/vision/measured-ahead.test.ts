import { beforeAll, describe, expect, test } from 'vitest';
import { madeUpFile } from '../../bench/accuracy/made-up-file.ts';
import { asIfLive } from '../../specimens/faces/as-if-live.ts';
import { filmFace } from '../../specimens/faces/film-face.ts';
import { createRecordingFollower } from '../../src/adapters/native/recordings/recording-follower.ts';
import type { FaceAnalyser } from '../../src/domain/ports/faces/face-analyser.ts';
import { newId } from '../../src/domain/id.ts';
import type { Challenge, LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { measureVideoAhead, picturesAhead } from '../../src/steps/active-liveness/measure-ahead.ts';
import { watchVideo } from '../../src/steps/active-liveness/watch-video.ts';
import { rememberFaces } from '../../src/steps/faces/remembered-faces.ts';
import { openSampleFace } from '../support/people/filmed-sessions.ts';
import { sampleOf } from '../support/sample-of.ts';
import { findTestModels, openFaceAnalyser } from '../support/test-models.ts';
import { decoder } from './small-recordings.ts';

/** What a worker measured while a video arrived saves time at the judgement. It must never change what the judgement observes. */

const modelsDir = findTestModels();
const contentType = 'video/webm';
const prompts: LivenessPrompt[] = [{ action: 'blink', atMs: 800 }];
let analyser: FaceAnalyser;
let film: Buffer;
let other: Buffer;
/** Of the film without any measurement before. */
let alone: Awaited<ReturnType<typeof watch>>;
let allCalls: number;

beforeAll(async () => {
  analyser = await openFaceAnalyser(modelsDir);
  const face = await openSampleFace();
  film = filmFace(face, prompts, { framesPerSecond: 12, tailMs: 2_000 });
  other = filmFace(face, [{ action: 'turn-left', atMs: 800 }], { framesPerSecond: 12, tailMs: 2_000, seed: 2 });
  const counted = counting();
  alone = await watch(counted.analyser, null);
  allCalls = counted.calls();
}, 120_000);

function counting(): { analyser: FaceAnalyser; calls: () => number } {
  let calls = 0;
  return {
    analyser: {
      ...analyser,
      analyse(...asked) {
        calls += 1;
        return analyser.analyse(...asked);
      },
      templateOf(...asked) {
        calls += 1;
        return analyser.templateOf(...asked);
      },
    },
    calls: () => calls,
  };
}

/** Measures everything of the bytes, as a worker without jobs does. */
async function measureAhead(bytes: Buffer, faces: FaceAnalyser) {
  const remembered = rememberFaces(faces);
  const measuring = measureVideoAhead(remembered);
  measuring.notePrompts([{ action: 'blink', sentMs: 0 }]);
  const ended: Promise<unknown>[] = [];
  const measureAll = async () => {
    for (let next = measuring.next(); next !== null; next = measuring.next()) await next();
  };
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 20_000) {
      ended.push(measureAll());
      yield await Promise.resolve(bytes.subarray(at, at + 20_000));
    }
  }
  const pictures = { contentType, frames: picturesAhead };
  await createRecordingFollower().follow(chunks(), pictures, {
    onFrame: measuring.takeFrame,
    onStill: measuring.takeStill,
  });
  await Promise.all([...ended, measureAll()]);
  return remembered;
}

async function watch(faceAnalyser: FaceAnalyser, ahead: ReturnType<typeof rememberFaces> | null) {
  const recording = await asIfLive(decoder, { bytes: film, contentType }, prompts);
  const challenge: Challenge = {
    id: newId('challenge'),
    stepRunId: newId('stepRun'),
    attempt: 1,
    content: { kind: 'prompts', promptCount: prompts.length, promptTimeoutMs: 4_000, light: false },
    recording,
    expiresAt: new Date(0),
    drawnAt: new Date(0),
    usedAt: new Date(60_000),
  };
  const tools = {
    faceAnalyser,
    recordings: decoder,
    readFile: () => Promise.resolve(film),
    keepPicture: () => Promise.resolve(),
    measuredAhead: { take: () => ahead },
  };
  const file = madeUpFile('liveness-video', contentType, film);
  // The judgement draws some pictures at random.
  const { durationMs, drawn = [], challengeId, ...observed } = await watchVideo(tools, { files: [file], challenge });
  expect([durationMs > 0, drawn.length, challengeId]).toEqual([true, 6, challenge.id]);
  return { observed, drawn };
}

test('what was measured before is used for one judgement: a second one measures everything', async () => {
  const { analyser: counted, calls } = counting();
  const ahead = await measureAhead(film, counted);
  await watch(analyser, ahead);
  const before = calls();
  await watch(analyser, ahead);
  expect(calls() - before).toBe(allCalls);
}, 120_000);

describe('a video that a worker measured while it arrived', () => {
  const arrived: [string, () => Buffer, { saves: boolean }][] = [
    ['whole', () => film, { saves: true }],
    ['its first half', () => film.subarray(0, film.length / 2), { saves: true }],
    ['another video of the person', () => other, { saves: false }],
    ['bytes that are no video', () => Buffer.alloc(100_000, 3), { saves: false }],
  ];
  test.each(sampleOf(arrived, 2))(
    'has the same observations as one that was not measured: %s',
    async (_, bytes, { saves }) => {
      const { analyser: counted, calls } = counting();
      const ahead = await measureAhead(bytes(), counted);
      const before = calls();
      const { observed, drawn } = await watch(analyser, ahead);
      expect(observed).toEqual(alone.observed);
      const measuredLater = calls() - before;
      if (saves) expect(measuredLater).toBeLessThan(allCalls * 0.7);
      else expect(measuredLater).toBe(allCalls);
      const known = new Map(alone.drawn.map(({ atMs, template }) => [atMs, template]));
      for (const { atMs, template } of drawn) if (known.has(atMs)) expect(template).toEqual(known.get(atMs));
    },
    120_000,
  );
});
