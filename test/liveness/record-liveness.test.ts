import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consent } from '../../bench/recordings/consent.ts';
import { createRecordServer } from '../../bench/recordings/record-server.ts';
import { recordedFlow, recordedStep } from '../../bench/recordings/recorded-flow.ts';
import { openRecordingSet, readFilm, readRecordingSet } from '../../bench/recordings/recording-set.ts';
import { createTakeRecording } from '../../bench/recordings/take-recording.ts';
import { encodeRecording } from '../../specimens/captures/encode-recording.ts';
import { createFilmedSessions } from '../support/people/filmed-sessions.ts';
import { chunksOf } from '../support/people/recording-chunks.ts';
import { letTimePass } from '../support/let-time-pass.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let server: Server;
let dir: string;
let url: string;

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('moving', recordedFlow);
  dir = mkdtempSync(path.join(tmpdir(), 'verify-recordings-'));
  const take = createTakeRecording(stack.container);
  server = createRecordServer({
    page: { serviceUrl: stack.api.baseUrl, clientId: stack.client.clientId, flowId: 'flw_1' },
    set: openRecordingSet(dir, { material: 'made-up', consent }),
    take: (verificationId, about) => take(verificationId, about, recordedStep.config),
    say: () => undefined,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  server.close();
  await stack.close();
  rmSync(dir, { recursive: true, force: true });
});

const { start, draw, sendAtOnce, finish } = createFilmedSessions(() => stack);

const about = {
  person: 'p1',
  presentation: 'print',
  attackNote: 'A4, laser',
  device: 'laptop',
  room: 'office',
  skinTone: null,
} as const;

/** Two grey seconds: no model looks at them here. */
function greyFilm(): Buffer {
  const pictures = Array.from({ length: 30 }, () => new Uint8Array(64 * 48 * 3).fill(90));
  return encodeRecording({
    container: 'webm',
    videos: [{ widthPx: 64, heightPx: 48, framesPerSecond: 15, pictures }],
    sound: null,
  });
}

async function send(method: string, json: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/recordings`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  });
  return answer.status;
}

describe('the page on which a team records itself', () => {
  test('asks for consent first and runs the SDK of the service', async () => {
    const page = await (await fetch(url)).text();
    expect(page).toContain(consent.text.split('\n')[0]);
    expect(page).toContain('name="consent" required');
    expect(page).toContain(`${stack.api.baseUrl}/sdk/verify.js`);
  });

  test('keeps the film as it was sent, with the moments that the server noted for its prompts and chunks', async () => {
    const session = await start();
    const { challengeId } = await draw(session);
    const film = greyFilm();
    await sendAtOnce(session, challengeId, film);
    await letTimePass(stack.sql, challengeId);
    expect((await finish(session, challengeId, film)).status).toBe(201);

    expect(await send('POST', { verificationId: session.verificationId, about })).toBe(201);
    const [recording] = readRecordingSet(dir).recordings;
    if (recording === undefined) throw new Error('nothing was recorded');
    expect(recording).toMatchObject({ ...about, config: { promptCount: 3, promptTimeoutMs: 4_000 } });
    expect(recording.live.chunks.map(({ bytes }) => bytes)).toEqual(chunksOf(film).map(({ length }) => length));
    expect(readFilm(dir, recording).equals(film)).toBe(true);
    expect(JSON.stringify(recording)).not.toContain(session.verificationId);

    expect(await send('DELETE', { person: 'p1' })).toBe(200);
    expect(readRecordingSet(dir).recordings).toEqual([]);
  });

  test('refuses what is not complete, what has no film, and other sites', async () => {
    const session = await start();
    const { verificationId } = session;
    expect(await send('POST', { verificationId, about: { ...about, room: 'moon' } })).toBe(400);
    expect(await send('POST', { verificationId, about: { ...about, name: 'Ana' } })).toBe(400);
    expect(await send('POST', { verificationId, about })).toBe(404);
    expect(await send('DELETE', { person: 'p1' }, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(readRecordingSet(dir).recordings).toEqual([]);
  });
});
