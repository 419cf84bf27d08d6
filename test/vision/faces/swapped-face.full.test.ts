import { beforeAll, describe, expect, test } from 'vitest';
import { judgeVideo } from '../../../bench/accuracy/liveness/judge-video.ts';
import { encodeRecording } from '../../../specimens/captures/encode-recording.ts';
import { createFaceProjector } from '../../../specimens/faces/face-projector.ts';
import { openFace } from '../../../specimens/faces/open-face.ts';
import { performPrompts } from '../../../specimens/faces/perform-prompts.ts';
import type { ProjectedFace } from '../../../specimens/faces/projected-face.ts';
import { createRecordingDecoder } from '../../../src/adapters/native/recordings/recording-decoder.ts';
import type { AnalysedFace } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { judgeMatch } from '../../../src/steps/faces/judge-match.ts';
import { cropFace, samplePicture } from '../../support/people/face-pictures.ts';
import { findTestModels, openFaceAnalyser } from '../../support/test-models.ts';

const prompts: LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1_400 },
  { action: 'turn-right', atMs: 4_200 },
];
const durationMs = 6_800;
const framesPerSecond = 15;
/** Pictures before and after a swap during which the two films alternate, so that no cut differs from its surroundings. */
const hidden = 8;
const config = activeLivenessSchema.config.parse({ promptCount: 2 });

let judge: ReturnType<typeof judgeVideo>;
let people: ProjectedFace[];
beforeAll(async () => {
  const analyser = await openFaceAnalyser(findTestModels());
  judge = judgeVideo(analyser, createRecordingDecoder());
  const picture = await samplePicture('sample3');
  const turned = ({ pose }: AnalysedFace) => Math.abs(pose.yaw) + Math.abs(pose.pitch);
  const straight = (await analyser.analyse(picture)).faces.sort((a, b) => turned(a) - turned(b)).slice(0, 2);
  // Cut so that both faces are in the same place.
  people = await Promise.all(
    straight.map(async (face) => openFace(await cropFace(picture, face, { widthPx: 500 }), analyser)),
  );
});

/** `mover` follows the prompts; `shown` is seen between the movements. */
function film(mover: ProjectedFace, shown: ProjectedFace): Buffer {
  const expressions = [...performPrompts(prompts, { durationMs, framesPerSecond, seed: 3 })];
  const moves = expressions.map(({ yaw }) => Math.abs(yaw) > 6);
  const [byMover, byShown] = [createFaceProjector(mover), createFaceProjector(shown)];
  function* pictures() {
    for (const [index, expression] of expressions.entries()) {
      const near = moves.slice(Math.max(0, index - hidden), index + hidden + 1);
      const isHidden = near.some((one) => one !== moves[index]);
      const isMover = isHidden ? index % 2 === 1 : moves[index] === true;
      yield (isMover ? byMover : byShown)(expression);
    }
  }
  const { widthPx, heightPx } = mover;
  return encodeRecording({
    container: 'webm',
    videos: [{ widthPx, heightPx, framesPerSecond, pictures: pictures() }],
    sound: null,
  });
}

/** How each picture of a movement compares with the best look. */
async function lookAt(video: Buffer) {
  const { watched, followedAtMs } = await judge(video, prompts, config);
  const [best] = watched.looks.flatMap(({ template }) => template ?? []);
  if (best === undefined) throw new Error('no look');
  const movers = (watched.movers ?? []).map(({ template }) =>
    template === null ? 'none' : judgeMatch(best, { ...template, source: 'video' }, null).answer,
  );
  return { watched, followedAtMs, movers };
}

describe('a film in which one person follows the prompts', { timeout: 120_000 }, () => {
  test('has one mover and no cuts', async () => {
    for (const person of people) {
      const { watched, followedAtMs, movers } = await lookAt(film(person, person));
      expect(followedAtMs).not.toContain(null);
      expect([watched.cutsAtMs, watched.restless]).toEqual([[], false]);
      expect(movers.length).toBeGreaterThanOrEqual(2);
      expect(new Set(movers)).toEqual(new Set(['same']));
    }
  });

  test('and another is shown in between has cuts, and the person who moves is not the one who looks ahead', async () => {
    const [stranger, owner] = people;
    if (stranger === undefined || owner === undefined) throw new Error('two people are needed');
    const { watched, movers } = await lookAt(film(stranger, owner));
    expect(watched.cutsAtMs.length).toBeGreaterThan(10);
    expect(movers.some((answer) => answer !== 'same')).toBe(true);
  });
});
