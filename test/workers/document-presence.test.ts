import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeRecording } from '../../specimens/captures/encode-recording.ts';
import { createTiltWorld, photographFlat } from '../../specimens/captures/film-tilted-card.ts';
import { drawLargeCard } from '../../specimens/documents/draw-card.ts';
import type { TiltDirection } from '../../src/domain/verifications/tilt-directions.ts';
import type { RgbPicture } from '../../src/domain/ports/faces/face-analyser.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { sendAsIfLive } from '../support/people/send-as-if-live.ts';
import { sampleOf } from '../support/sample-of.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

const large = { widthPx: 640, heightPx: 480 };
const framesPerSecond = 7;
const filmMs = 6_000;
const wrongSide: TiltDirection = 'tilt-right';
const sides: TiltDirection[] = ['tilt-bottom', 'tilt-left', 'tilt-bottom'];
const prompts = sides.map((action, index) => ({
  action,
  atMs: 700 + index * 1_800,
}));
/** A card whose lamp shines onto it when it is tilted in these directions. */
const seed = 102;

interface Step {
  status: string;
  checks: { id: string; outcome: string; code: string | null; data: { answer: string } | null }[];
  media: { kind: string }[];
  document: { presence: { answer: string; turnCurve: object[] } | null } | null;
}

let stack: Stack;
let front: Buffer;
let strangersFront: Buffer;
let film: Buffer;
let stillFilm: () => Buffer;

async function drawCard(of: number): Promise<RgbPicture> {
  const { data, info } = await sharp((await drawLargeCard({ seed: of })).jpeg)
    .resize(1280)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
}

async function photographOf(card: RgbPicture): Promise<Buffer> {
  const size = { widthPx: 1600, heightPx: 1200 };
  const { rgb, widthPx: width, heightPx: height } = photographFlat(card, size);
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ quality: true, document: true, maintenance: true });
  for (const presence of ['tilt', 'tilt-required'] as const) {
    const config = { accept: [{ type: 'national-id' as const }], presence };
    await stack.client.addFlow(presence, {
      steps: [{ id: 'document', type: 'document', config }],
      maxAttemptsPerStep: 1,
    });
  }
  const card = await drawCard(seed);
  front = await photographOf(card);
  strangersFront = await photographOf(await drawCard(seed + 1));
  const world = createTiltWorld(card, 'laminated', seed);
  const tilts = prompts.map(({ action, atMs }) => ({ direction: action, atMs: atMs + 450 }));
  const pictures = Array.from(
    { length: (filmMs / 1_000) * framesPerSecond },
    (_, index) => world.pictureAt((index * 1_000) / framesPerSecond, tilts, large).rgb,
  );
  const encode = (all: Uint8Array[]) =>
    encodeRecording({ container: 'webm', videos: [{ ...large, framesPerSecond, pictures: all }], sound: null });
  film = encode(pictures);
  // The quick suite does not send it.
  stillFilm = () => encode(pictures.map((_, index) => pictures[index % 4] ?? new Uint8Array()));
}, 240_000);
afterAll(() => stack.close());

async function start(flow: 'tilt' | 'tilt-required'): Promise<{ session: SdkSession; challengeId: string }> {
  const session = await stack.startSession(flow);
  const { status, body } = await session.drawChallenge('document');
  expect(status).toBe(201);
  expect(body).toMatchObject({ promptCount: 3, light: null });
  return { session, challengeId: body.challengeId };
}

async function judged(session: SdkSession): Promise<Step> {
  await session.submit('document', { documentType: 'national-id' });
  return eventually(
    async () => {
      const path = `/v2/verifications/${session.verificationId}`;
      const { body } = await stack.api.get<{ steps: Step[] }>(path, { token: stack.client.token });
      const [step] = body.steps;
      return step?.status === 'finished' ? step : null;
    },
    { withinMs: 120_000, what: 'the document to be judged' },
  );
}

const presenceOf = (step: Step) => step.checks.find(({ id }) => id === 'document-presence');

/** The whole way for each. What each film is judged as, `tilted-documents.test.ts` tries without a service. */
const films = [
  {
    name: 'of the card of the photo passes',
    sent: () => film,
    photo: () => front,
    asked: prompts,
    lateMs: 0,
    is: 'passed ',
  },
  {
    name: 'of a card that nobody tilts is a doubt',
    sent: () => stillFilm(),
    photo: () => front,
    asked: prompts,
    lateMs: 0,
    is: 'warning document.tilt_not_followed',
  },
  {
    name: 'of another card than the photo is a doubt',
    sent: () => film,
    photo: () => strangersFront,
    asked: prompts,
    lateMs: 0,
    is: 'warning document.tilt_other_page',
  },
  {
    name: 'of earlier prompts is a doubt',
    sent: () => film,
    photo: () => front,
    asked: prompts.map(({ atMs }) => ({ action: wrongSide, atMs })),
    lateMs: 0,
    is: 'warning document.tilt_not_followed',
  },
  {
    name: 'whose last chunk came late is a doubt',
    sent: () => film,
    photo: () => front,
    asked: prompts,
    lateMs: 6_000,
    is: 'warning document.tilt_network_stalled',
  },
];

describe('a film of a tilted document', { timeout: 240_000 }, () => {
  test.each(sampleOf(films, 2))('$name', async ({ sent, photo, asked, lateMs, is }) => {
    const { session, challengeId } = await start('tilt-required');
    expect((await session.upload(photo())).status).toBe(201);
    await sendAsIfLive(stack, session, {
      stepId: 'document',
      challengeId,
      bytes: sent(),
      prompts: asked,
      lastChunkLateMs: lateMs,
    });
    const step = await judged(session);
    const check = presenceOf(step);
    expect(`${check?.outcome ?? ''} ${check?.code ?? ''}`).toBe(is);
    expect(step.document?.presence?.answer).toBe(check?.data?.answer);
    expect(step.document?.presence?.turnCurve.length).toBeGreaterThan(30);
    expect(step.media.map(({ kind }) => kind)).toContain('document-film');
    expect((await createReplayDecision(stack.container)(session.verificationId))?.differences).toEqual([]);
  });

  test('gets its prompts one at a time while its chunks arrive, and nothing before the first', async () => {
    const { session, challengeId } = await start('tilt');
    const chunk = (index: number) =>
      session.sendChunk('document', { challengeId, index, bytes: film.subarray(index * 2_000, (index + 1) * 2_000) });
    expect((await chunk(0)).body).toMatchObject({ prompts: [], chunkCount: 1 });
    const first = await session.waitForPrompts('document', { challengeId, known: 0 });
    expect(first.body.prompts.map(({ action }) => action.slice(0, 5))).toEqual(['tilt-']);
  });

  test('is not accepted as one file, from a server, or if the flow does not ask for one', async () => {
    const { session, challengeId } = await start('tilt');
    const whole = await session.upload(film, { kind: 'document-film', challengeId });
    expect(problemLine(whole)).toContain('challenge.chunks_required');
    expect(problemLine(await session.upload(front, { challengeId }))).toContain('challenge.not_found');
    const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('tilt') },
    });
    const form = new FormData();
    form.append('stepId', 'document');
    form.append('kind', 'document-film');
    form.append('file', new Blob([Uint8Array.from(film)]), 'film.webm');
    const given = await stack.api.post(`/v2/verifications/${body.verificationId}/inputs`, {
      token: stack.client.token,
      form,
    });
    expect(problemLine(given)).toContain('step.origin_refused');
    const plain = await stack.startSession('document-only');
    expect(problemLine(await plain.drawChallenge('document'))).toContain('step.route_not_applicable');
    expect(problemLine(await plain.upload(film, { kind: 'document-film' }))).toContain('step.file_kind_not_accepted');
  });

  test('that a person does not make sends the case to review if it is required, and otherwise has no effect', async () => {
    const outcomes: (string | undefined)[] = [];
    for (const flow of ['tilt-required', 'tilt'] as const) {
      const session = await stack.startSession(flow);
      await session.upload(front);
      outcomes.push(presenceOf(await judged(session))?.code ?? undefined);
    }
    expect(outcomes).toEqual(['document.tilt_left_out', undefined]);
  });
});
