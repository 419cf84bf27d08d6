import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../src/contract/sessions/session.ts';
import type { LiveRecording } from '../../src/domain/verifications/challenge.ts';
import { createSendPrompts } from '../../src/services/steps/send-prompts.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import type { ProjectedFace } from '../../specimens/faces/projected-face.ts';
import { filmFace } from '../../specimens/faces/film-face.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { letTimePass } from '../support/let-time-pass.ts';
import { createSdkSession, type SdkSession } from '../support/sdk-client.ts';
import { sharedModels } from '../support/shared-models.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { findTestModels } from '../support/test-models.ts';

import { filmedFlows, createFilmedSessions, openSampleFace } from '../support/people/filmed-sessions.ts';
import { chunksOf } from '../support/people/recording-chunks.ts';

const modelsDir = findTestModels();
let stack: Stack;
let face: ProjectedFace;
/** The video of a person who does nothing, for results that do not depend on the picture. */
let stillVideo: Buffer;

beforeAll(async () => {
  const random = createRandom(4);
  stack = await startStack({ randomBelow: (below) => random.integer(0, below - 1) });
  await stack.startWorkers({ quality: true, liveness: true, maintenance: true, models: sharedModels(modelsDir) });
  for (const [name, flow] of Object.entries(filmedFlows)) await stack.client.addFlow(name, flow);
  face = await openSampleFace();
  stillVideo = filmFace(face, []);
}, 180_000);
afterAll(() => stack.close());

const { start, draw, sendAtOnce, finish } = createFilmedSessions(() => stack);
const asVideo = (challengeId?: string) => ({ stepId: 'alive', kind: 'liveness-video', challengeId }) as const;

describe('a challenge', () => {
  test('is drawn only after consent, only for a step that has one, and names no prompt', async () => {
    const session = await stack.startSession('moving');
    expect(problemLine(await session.drawChallenge('alive'))).toBe('409 consent.required');
    await session.consent();
    expect(problemLine(await session.drawChallenge('paper'))).toBe('409 step.route_not_applicable');
    const { challengeId, ...rest } = await draw(session);
    expect(rest).toEqual({ promptCount: 2, light: null, expiresAt: expect.any(String) as string });
    expect((await session.state()).body.steps[0]?.challenge).toMatchObject({ challengeId, promptCount: 2 });
    await sendAtOnce(session, challengeId, stillVideo);
    expect((await finish(session, challengeId, stillVideo)).status).toBe(201);
    expect((await session.state()).body.steps[0]?.challenge).toBeNull();
    expect(problemLine(await finish(session, challengeId, stillVideo))).toBe('409 challenge.used');
    const late = { challengeId, index: 8, bytes: stillVideo.subarray(0, 100) };
    expect(problemLine(await session.sendChunk('alive', late))).toBe('409 challenge.used');
  });

  test('accepts no video that comes as one file, whether it names the challenge or not', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    for (const named of [undefined, challengeId]) {
      expect(problemLine(await session.upload(stillVideo, asVideo(named)))).toBe('422 challenge.chunks_required');
    }
    const picture = await smallPicture();
    expect(problemLine(await session.upload(picture, { stepId: 'paper', challengeId }))).toBe(
      '404 challenge.not_found',
    );
  });

  test('of another person is as unknown as one that was never drawn', async () => {
    const [mine, theirs] = [await start(), await start()];
    const { challengeId } = await draw(theirs);
    const bytes = stillVideo;
    expect(problemLine(await mine.sendChunk('alive', { challengeId, index: 0, bytes }))).toBe(
      '404 challenge.not_found',
    );
    expect(problemLine(await mine.waitForPrompts('alive', { challengeId, known: 0 }))).toBe('404 challenge.not_found');
    expect(problemLine(await finish(mine, challengeId, bytes))).toBe('404 challenge.not_found');
    expect(problemLine(await mine.sendChunk('paper', { challengeId, index: 0, bytes }))).toBe(
      '409 step.route_not_applicable',
    );
    const { rows } = await stack.sql.query('select recording from challenges where id = $1', [challengeId]);
    expect(rows).toEqual([{ recording: null }]);
  });

  test('ends when the session moves to another device: neither device adds to what the other began', async () => {
    const before = await start();
    const { challengeId } = await draw(before);
    const [head = stillVideo, next = stillVideo] = chunksOf(stillVideo);
    expect((await before.sendChunk('alive', { challengeId, index: 0, bytes: head })).status).toBe(200);
    const link = await stack.api.post<{ url: string }>('/v2/sdk/session/hand-over', { token: before.token });
    const handOverToken = new URLSearchParams(new URL(link.body.url).hash.slice(1)).get('handOverToken');
    const opened = await stack.api.post<Session>('/v2/sdk/hand-over/open', { json: { handOverToken } });
    const after = createSdkSession(stack.api, opened.body);
    expect((await after.state()).body.steps[0]?.challenge).toBeNull();
    const chunk = { challengeId, index: 1, bytes: next };
    expect(problemLine(await before.sendChunk('alive', chunk))).toBe('409 session.replaced');
    expect(problemLine(await after.sendChunk('alive', chunk))).toBe('410 challenge.expired');
    expect(problemLine(await finish(after, challengeId, head, 1))).toBe('410 challenge.expired');
    expect((await draw(after)).challengeId).not.toBe(challengeId);
  });

  test('keeps the light that it was drawn with: colours that are wished later need another challenge', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    const lit = await stack.api.post<{ challengeId: string; light: object | null }>(
      '/v2/sdk/session/steps/alive/challenge?light=on',
      { token: session.token },
    );
    expect(lit.body.light).not.toBeNull();
    const bytes = chunksOf(stillVideo)[0] ?? stillVideo;
    expect(problemLine(await session.sendChunk('alive', { challengeId, index: 0, bytes }))).toBe(
      '410 challenge.expired',
    );
    const late = await session.waitForPrompts('alive', { challengeId, known: 0 });
    expect(problemLine(late)).toBe('410 challenge.expired');
  });

  test('whose prompts were seen ends when the next one is drawn: its recording can be neither continued nor finished', async () => {
    const session = await start();
    const [head = stillVideo, next = stillVideo] = chunksOf(stillVideo);
    const { challengeId } = await draw(session);
    expect((await session.sendChunk('alive', { challengeId, index: 0, bytes: head })).status).toBe(200);
    await letTimePass(stack.sql, challengeId, 10);
    expect((await session.waitForPrompts('alive', { challengeId, known: 0 })).body.prompts).toHaveLength(1);
    const again = await draw(session);
    const late = await session.sendChunk('alive', { challengeId, index: 1, bytes: next });
    expect(problemLine(late)).toBe('410 challenge.expired');
    expect(problemLine(await finish(session, challengeId, head, 1))).toBe('410 challenge.expired');
    // The chunks of the first recording are none of the second one's.
    const borrowed = await session.sendChunk('alive', { challengeId: again.challengeId, index: 1, bytes: next });
    expect(problemLine(borrowed)).toBe('409 challenge.chunk_missing');
  });

  test('is used up by only one of two simultaneous finishes', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    await sendAtOnce(session, challengeId, stillVideo);
    const answers = await Promise.all([1, 2].map(() => finish(session, challengeId, stillVideo)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('expires by the database’s clock or when the next one is drawn; an attempt gets three', async () => {
    const session = await start();
    const [first, second] = [await draw(session), await draw(session)];
    const send = (challengeId: string) => session.sendChunk('alive', { challengeId, index: 0, bytes: stillVideo });
    expect(problemLine(await send(first.challengeId))).toBe('410 challenge.expired');
    await stack.sql.query(`update challenges set expires_at = now() - interval '1 second' where id = $1`, [
      second.challengeId,
    ]);
    expect(problemLine(await send(second.challengeId))).toBe('410 challenge.expired');
    await draw(session);
    expect(problemLine(await session.drawChallenge('alive'))).toBe('409 challenge.too_many');
  });
});

describe('prompts', () => {
  const told = (socket: ReturnType<SdkSession['follow']>) =>
    socket.messages.filter((message) => message.type === 'challenge.prompt');

  test('come one at a time, each when it is due, over the socket and to a request that waits', async () => {
    const session = await start();
    const socket = session.follow();
    const { challengeId } = await draw(session);
    // No prompt comes before the camera runs.
    await letTimePass(stack.sql, challengeId, 10);
    const [head = stillVideo, next = stillVideo] = chunksOf(stillVideo);
    const first = await session.sendChunk('alive', { challengeId, index: 0, bytes: head });
    expect(first.body).toEqual({ challengeId, prompts: [], colours: [], chunkCount: 1 });
    const waited = await session.waitForPrompts('alive', { challengeId, known: 0 });
    expect(waited.body.prompts).toEqual([{ promptIndex: 0, action: expect.any(String) as string }]);
    // The second prompt comes on time, even if an earlier one was late.
    await letTimePass(stack.sql, challengeId, 10);
    const second = await session.sendChunk('alive', { challengeId, index: 1, bytes: next });
    expect(second.body.prompts).toHaveLength(2);
    const messages = await eventually(() => Promise.resolve(told(socket).length === 2 ? told(socket) : null), {
      withinMs: 60_000,
      what: 'the prompts',
    });
    expect(messages.map(({ promptIndex, action }) => ({ promptIndex, action }))).toEqual(second.body.prompts);
    expect(messages.every((message) => message.challengeId === challengeId)).toBe(true);
    socket.close();
  });

  test('continue after the process that took the chunks has died: any process sends what is due', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    await session.sendChunk('alive', { challengeId, index: 0, bytes: chunksOf(stillVideo)[0] ?? stillVideo });
    const sendPrompts = createSendPrompts({ ...stack.container, randomBelow: (below) => below - 1 });
    await letTimePass(stack.sql, challengeId, 10);
    await sendPrompts.look({ verificationId: session.verificationId, stepId: 'alive', challengeId });
    const { rows } = await stack.sql.query<{ recording: LiveRecording }>(
      'select recording from challenges where id = $1',
      [challengeId],
    );
    expect(rows[0]?.recording.prompts).toHaveLength(1);
  });
});

describe('chunks', () => {
  test('are accepted in order and once: none is replaced or left out', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    const [head = stillVideo, next = stillVideo] = chunksOf(stillVideo);
    const send = (index: number | string, bytes: Buffer) => session.sendChunk('alive', { challengeId, index, bytes });
    expect(problemLine(await send(1, next))).toBe('409 challenge.chunk_missing');
    expect((await send(0, head)).body.chunkCount).toBe(1);
    expect((await send(0, head)).body.chunkCount).toBe(1);
    expect(problemLine(await send(0, Buffer.concat([head, next])))).toBe('409 challenge.chunk_differs');
    const twice = await Promise.all([send(1, next), send(1, next)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice.map(({ body }) => body.chunkCount)).toEqual([2, 2]);
    for (const index of [-1, 1.5, 200, 'x']) expect(problemLine(await send(index, next))).toBe('400 request.invalid');
    // The recording is the chunks joined together.
    expect(problemLine(await finish(session, challengeId, stillVideo))).toBe('409 challenge.recording_incomplete');
    expect(problemLine(await finish(session, challengeId, stillVideo, 2))).toBe('409 challenge.recording_incomplete');
    expect(problemLine(await finish(session, challengeId, head, 1))).toBe('409 challenge.recording_incomplete');
    expect((await finish(session, challengeId, Buffer.concat([head, next]), 2)).status).toBe(201);
  });

  test('that are empty, too large, not a video, or too many bytes together are refused, and nothing of them is kept', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    const send = (index: number, bytes: Buffer) => session.sendChunk('alive', { challengeId, index, bytes });
    expect(problemLine(await send(0, Buffer.alloc(0)))).toBe('400 request.invalid');
    expect(problemLine(await send(0, Buffer.alloc(2_000_001, 1)))).toBe('413 file.too_large');
    expect(problemLine(await send(0, await smallPicture()))).toBe('415 file.unsupported_type');
    expect((await send(0, stillVideo)).status).toBe(200);
    await stack.sql.query(
      `update challenges set recording = jsonb_set(recording, '{chunks,0,bytes}', '49999990') where id = $1`,
      [challengeId],
    );
    expect(problemLine(await send(1, Buffer.alloc(20)))).toBe('413 file.too_large');
  });

  test('of which one is lost make no recording: the person records again', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    await sendAtOnce(session, challengeId, stillVideo);
    const { rows } = await stack.sql.query<{ key: string }>(
      `select c ->> 'objectKey' as key from challenges h, jsonb_array_elements(h.recording -> 'chunks') c where h.id = $1`,
      [challengeId],
    );
    await stack.container.objects.delete(rows[0]?.key ?? '');
    expect(problemLine(await finish(session, challengeId, stillVideo))).toBe('409 challenge.recording_incomplete');
    const again = await draw(session);
    await sendAtOnce(session, again.challengeId, stillVideo);
    expect((await finish(session, again.challengeId, stillVideo)).status).toBe(201);
  });

  test('may be as small as one byte: the type of the recording is then checked when it is whole', async () => {
    const session = await start();
    for (const [whole, answer] of [
      [await smallPicture(), 415],
      [stillVideo, 201],
    ] as const) {
      const { challengeId } = await draw(session);
      const chunks = [whole.subarray(0, 1), whole.subarray(1, 2), whole.subarray(2)];
      for (const [index, bytes] of chunks.entries())
        expect((await session.sendChunk('alive', { challengeId, index, bytes })).status).toBe(200);
      expect((await finish(session, challengeId, whole, chunks.length)).status).toBe(answer);
    }
  });

  test('are encrypted, scheduled for deletion from the beginning, and removed at once when the file is whole or its person erased', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    const [head = stillVideo] = chunksOf(stillVideo);
    const doomed = async () => {
      const { rows } = await stack.sql.query<{ key: string; now: boolean | null }>(
        `select c ->> 'objectKey' as key, r.available_at <= now() as now
           from challenges h, jsonb_array_elements(h.recording -> 'chunks') c
           left join object_removals r on r.object_key = c ->> 'objectKey' where h.id = $1`,
        [challengeId],
      );
      return rows;
    };
    await session.sendChunk('alive', { challengeId, index: 0, bytes: head });
    const [kept] = await doomed();
    expect(kept?.now).toBe(false);
    const stored = await stack.container.objects.get(kept?.key ?? '');
    expect(stored.includes(head.subarray(0, 40))).toBe(false);
    await stack.api.delete(`/v2/verifications/${session.verificationId}`, { token: stack.client.token });
    const { rows } = await stack.sql.query(
      `select 1 from object_removals where object_key = $1 and available_at > now()`,
      [kept?.key],
    );
    expect(rows).toEqual([]);
  });
});
