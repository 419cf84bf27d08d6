import { expect, test } from 'vitest';
import type { AnalysedFace, FaceAnalyser, FaceQuestions } from '../../../src/domain/ports/faces/face-analyser.ts';
import { withPortrait } from '../../../src/services/media/find-portrait.ts';
import { emptyReading } from '../../support/documents/made-up-document.ts';
import { faceAt } from '../../support/people/made-up-face.ts';

const pixels = { widthPx: 1_000, heightPx: 700 };

/** A face whose box begins here; its place on the line says who it is. */
function faceOf(
  left: number,
  width: number,
  about: Partial<{ who: number; mesh: number; eyes: number }> = {},
): AnalysedFace {
  const { who = 1, mesh = 0.9, eyes = 60 } = about;
  return {
    box: { left, top: 200, width, height: width },
    meshScore: mesh,
    quality: { eyeDistancePx: eyes },
    template: faceAt(who),
  } as unknown as AnalysedFace; // What a portrait is chosen by.
}

/** The faces next to the portrait that `withPortrait` keeps, as their places on the line. */
async function rivalsAmong(faces: AnalysedFace[]) {
  const asked: FaceQuestions[] = [];
  const faceAnalyser = {
    analyse: (_picture, questions = {}) => {
      asked.push(questions);
      return Promise.resolve({ ...pixels, faces, reproduction: null, models: [], totalMs: 0, modelMs: 0 });
    },
  } satisfies Pick<FaceAnalyser, 'analyse'> as unknown as FaceAnalyser; // Nothing else is asked for.
  const tools = { faceAnalyser, findPortraitEdges: () => Promise.resolve(null) };
  const { rivalPortraits } = await withPortrait(emptyReading([]), Buffer.alloc(0), tools);
  expect(asked.map(({ everyone }) => everyone)).toEqual([true]);
  return rivalPortraits?.map((template) => template?.embedding ?? null);
}

const stranger = faceAt(9).embedding;

test('a face that is as large as the portrait is kept with it, also if it cannot be compared', async () => {
  expect(await rivalsAmong([faceOf(500, 200), faceOf(100, 120, { who: 9 })])).toEqual([stranger]);
  expect(await rivalsAmong([faceOf(500, 200), faceOf(100, 150, { who: 9, eyes: 20 })])).toEqual([null]);
});

test('ghost images, second views of the portrait and what is no face are not', async () => {
  const others = [faceOf(100, 115), faceOf(520, 190), faceOf(100, 150, { mesh: 0.3 })];
  expect(await rivalsAmong([faceOf(500, 200), ...others])).toBeUndefined();
});
