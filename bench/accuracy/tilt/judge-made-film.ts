import { createRandom } from '../../../specimens/drawing/create-random.ts';
import {
  createTiltWorld,
  photographFlat,
  type MadeTilt,
  type TiltedThing,
} from '../../../specimens/captures/film-tilted-card.ts';
import type { RgbPicture } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { VideoFrame } from '../../../src/domain/ports/faces/recording-decoder.ts';
import type { TiltDirection } from '../../../src/domain/verifications/tilt-directions.ts';
import { drawTilt, drawTiltLead, tiltCount } from '../../../src/steps/document/presence/draw-tilts.ts';
import { greyOf } from '../../../src/steps/document/presence/grey-picture.ts';
import {
  alikePictureOf,
  judgeTilt,
  type JudgedTilt,
  type TiltAnswer,
} from '../../../src/steps/document/presence/judge-tilt.ts';
import { measureTilt } from '../../../src/steps/document/presence/measure-tilt.ts';

export interface MadeFilm {
  seed: number;
  card: RgbPicture;
  thing: TiltedThing;
  /** `replayed`: the film follows the prompts of an earlier challenge. `still`: the document does not move. */
  fault: 'replayed' | 'still' | null;
}

export type MadeFilmAnswer = Omit<JudgedTilt, 'tilts' | 'prompts' | 'answers'> & {
  /** The most telling one. */
  answer: TiltAnswer;
  alikePicture: number | null;
  flicker: number | null;
  screenPattern: number | null;
};

const everyMs = 125;
const stillEveryMs = 1_250;
const largeSize = { widthPx: 640, heightPx: 480 };
/** From the drawing of the challenge to the first picture, and the time that every chunk needs to arrive. */
const [beforeMs, networkMs] = [500, 200];
const chunkMs = 500;
const tailMs = 2_200;

/** Simulates a film of what the product asks for, and lets the product judge the film together with the photo of each of these cards. */
export async function judgeMadeFilm(
  { seed, card, thing, fault }: MadeFilm,
  submitted: readonly RgbPicture[],
): Promise<MadeFilmAnswer[]> {
  const random = createRandom(seed * 10 + (fault === null ? 0 : 5));
  const below = (limit: number) => random.integer(0, limit - 1);
  const prompts = drawPrompts(below);
  const performed = fault === 'replayed' ? drawPrompts(below) : prompts;
  const tilts: MadeTilt[] =
    fault === 'still'
      ? []
      : prompts.map(({ atMs }, index) => ({
          direction: performed[index]?.action ?? 'tilt-left',
          atMs: atMs + random.integer(300, 700),
        }));
  const filmMs = (prompts.at(-1)?.atMs ?? 0) + tailMs;
  const world = createTiltWorld(card, thing, seed);
  const frames: VideoFrame[] = [];
  const stills: VideoFrame[] = [];
  for (let atMs = 0; atMs < filmMs; atMs += everyMs) {
    frames.push({ ...world.pictureAt(atMs, tilts), atMs, isRegular: true });
    if (atMs % stillEveryMs === 0) stills.push({ ...world.pictureAt(atMs, tilts, largeSize), atMs, isRegular: true });
  }
  const parts = Array.from({ length: Math.ceil(filmMs / chunkMs) }, (_, index) => ({
    fromMs: index * chunkMs,
    toMs: Math.min(filmMs, (index + 1) * chunkMs),
  }));
  const live = {
    prompts: prompts.map(({ action, atMs }) => ({ action, sentMs: beforeMs + networkMs + atMs })),
    chunks: parts.map((part) => ({ receivedMs: beforeMs + networkMs + part.toMs, part })),
  };
  const answers: MadeFilmAnswer[] = [];
  for (const photographed of submitted) {
    const picture = greyOf(photographFlat(photographed, largeSize));
    const measured = await measureTilt(frames, { restUntilMs: prompts[0]?.atMs ?? 0, picture, stills });
    const film = {
      challengeId: null,
      fault: null,
      filmMs,
      times: null,
      live,
      banding: null,
      durationMs: 0,
      ...measured,
    };
    const judged = judgeTilt(film);
    const { lostShare, parallax, reflection, reflectionTravel } = judged;
    const [answer] = judged.answers;
    const { parts: alike, flicker, screenPattern } = measured;
    const alikePicture = alike === null ? null : alikePictureOf(alike);
    answers.push({ answer, lostShare, parallax, reflection, reflectionTravel, alikePicture, flicker, screenPattern });
  }
  return answers;
}

function drawPrompts(below: (limit: number) => number): { action: TiltDirection; atMs: number }[] {
  const prompts: { action: TiltDirection; atMs: number }[] = [];
  let atMs = chunkMs + drawTiltLead(below);
  for (;;) {
    const { action, nextInMs } = drawTilt(below, tiltCount, prompts);
    prompts.push({ action, atMs });
    if (nextInMs === null) return prompts;
    atMs += nextInMs;
  }
}
