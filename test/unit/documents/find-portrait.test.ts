import { describe, expect, test } from 'vitest';
import type { AnalysedFace, FaceAnalyser, FaceQuestions } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { ClearFace, PageReading, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
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

interface SeenPage {
  faces: AnalysedFace[];
  clearFaces?: ClearFace[];
  reading?: PageReading;
}

async function readWith({ faces, clearFaces = [], reading = emptyReading([]) }: SeenPage) {
  const asked: FaceQuestions[] = [];
  const faceAnalyser = {
    analyse: (_picture, questions = {}) => {
      asked.push(questions);
      return Promise.resolve({
        ...pixels,
        faces,
        clearFaces,
        reproduction: null,
        models: [],
        totalMs: 0,
        modelMs: 0,
      });
    },
  } satisfies Pick<FaceAnalyser, 'analyse'> as unknown as FaceAnalyser; // Nothing else is asked for.
  const tools = { faceAnalyser, findPortraitEdges: () => Promise.resolve(null) };
  return { asked, ...(await withPortrait(reading, Buffer.alloc(0), tools)) };
}

/** The faces next to the portrait that `withPortrait` keeps, as their places on the line. */
async function rivalsAmong(faces: AnalysedFace[]) {
  const { asked, rivalPortraits } = await readWith({ faces });
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

describe('a face that is clear enough to be compared', () => {
  const faces = [faceOf(100, 200)];
  const clear: ClearFace = { area: { x: 0.6, y: 0.4, width: 0.1, height: 0.12 }, template: faceAt(9) };
  const lineAt = (left: number, top: number, right: number, bottom: number): TextLine => ({
    text: 'LINE',
    confidence: 1,
    box: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
  });
  const printed = { ...emptyReading([lineAt(300, 100, 900, 130), lineAt(100, 600, 900, 630)]), ...pixels };

  test('is kept, also on a page without a portrait', async () => {
    for (const found of [faces, []]) {
      const { clearFaces } = await readWith({ faces: found, clearFaces: [clear], reading: printed });
      expect(clearFaces).toEqual([clear]);
    }
  });

  test('is searched for where the document is, and nowhere if no print tells where', async () => {
    const [question] = (await readWith({ faces, reading: printed })).asked;
    expect(question?.clearFacesIn?.area.x).toBeCloseTo(0.1 - 0.12 * 0.8);
    expect(question?.clearFacesIn?.area.y).toBeCloseTo(100 / 700 - 0.12 * (530 / 700));
    const [bare] = (await readWith({ faces })).asked;
    expect(bare?.clearFacesIn).toBeNull();
  });

  test('is none where text covers most of it: enlarged letters may look like a face', async () => {
    const covered = { ...printed, lines: [...printed.lines, lineAt(550, 300, 750, 350)] };
    const isFaceOn = async (reading: PageReading) => {
      const [question] = (await readWith({ faces, reading })).asked;
      return question?.clearFacesIn?.isFace(clear.area);
    };
    expect([await isFaceOn(printed), await isFaceOn(covered)]).toEqual([true, false]);
  });
});
