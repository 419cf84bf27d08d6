import { isLivenessAction } from '../../src/domain/verifications/challenge.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filmStillPhoto } from '../../bench/accuracy/liveness/film-attack.ts';
import { measureRecordings } from '../../bench/accuracy/liveness/measure-recordings.ts';
import { consent } from '../../bench/recordings/consent.ts';
import { openRecordingSet, type AboutRecording } from '../../bench/recordings/recording-set.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { asIfLive } from '../../specimens/faces/as-if-live.ts';
import { filmFace } from '../../specimens/faces/film-face.ts';
import type { ProjectedFace } from '../../specimens/faces/projected-face.ts';
import { openSampleFace } from '../support/people/filmed-sessions.ts';
import { findTestModels, openFaceAnalyser } from '../support/test-models.ts';

const prompts: LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1_500 },
  { action: 'turn-right', atMs: 5_000 },
];
const recordings = createRecordingDecoder();
const modelsDir = findTestModels();
let dir: string;
let face: ProjectedFace;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'verify-recordings-'));
  face = await openSampleFace();
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test(
  'drawn films in a set are judged as their chunks arrived, and counted as what they are',
  { timeout: 300_000 },
  async () => {
    const set = openRecordingSet(dir, { material: 'made-up', consent });
    const add = async (film: Buffer, about: Pick<AboutRecording, 'presentation' | 'room'>, delayMs = 0) => {
      const live = await asIfLive(recordings, { bytes: film, contentType: 'video/webm' }, prompts);
      set.add({
        ...about,
        person: 'drawn-1',
        attackNote: null,
        device: 'drawn',
        skinTone: 3,
        contentType: 'video/webm',
        recordedAt: '2026-11-26T08:00:00.000Z',
        config: { promptCount: prompts.length, promptTimeoutMs: 4_000 },
        live: {
          receivedMs: 60_000,
          lightOffered: false,
          prompts: live.prompts.flatMap(({ action, sentMs }) => (isLivenessAction(action) ? [{ action, sentMs }] : [])),
          light: [],
          chunks: live.chunks.map(({ bytes, receivedMs }, index) => ({
            bytes,
            receivedMs: receivedMs + (index > 20 ? delayMs : 0),
          })),
        },
        bytes: film,
      });
    };
    const follows = filmFace(face, prompts);
    await add(follows, { presentation: 'genuine', room: 'office' });
    // A network that stalls for six seconds: the same film, and never a pass.
    await add(follows, { presentation: 'genuine', room: 'dark' }, 6_000);
    await add(await filmStillPhoto(face, prompts, 1), { presentation: 'print', room: 'office' });

    const analyser = await openFaceAnalyser(modelsDir);
    const said: string[] = [];
    const report = await measureRecordings(dir, { analyser, recordings, say: (line) => said.push(line) });
    expect(said[0]).toContain(modelsDir === undefined ? 'check.model_missing' : 'passed');
    expect(said[1]).toContain('active_liveness.network_stalled');
    expect(said[2]).toContain('refused');
    expect(report.title).toContain('made-up');
    const [genuine, attacks] = report.tables;
    expect(genuine?.rows.find(([name]) => name === 'room: dark')?.[2]).toContain('100.0 % (of 1;');
    expect(attacks?.rows.find(([name]) => name === 'print')?.[2]).toContain('0.0 % (of 1;');
  },
);
