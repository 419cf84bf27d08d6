import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { encodeRecording } from '../../specimens/captures/encode-recording.ts';
import { createRecordingFollower } from '../../src/adapters/native/recordings/recording-follower.ts';
import type { DecodingWish, VideoFrame } from '../../src/domain/ports/faces/recording-decoder.ts';
import { findChild } from '../support/programs/find-child.ts';
import { decoder, pictures } from './small-recordings.ts';

/** A video that is decoded while it is made shows the same pictures as the whole video, and nothing else depends on it. */

const script = 'recording-follower-process';
const follower = createRecordingFollower();
const frames = {
  everyMs: 280,
  windows: [{ fromMs: 0, toMs: 20_500, everyMs: 80 }],
  longSidePx: 120,
  stills: { everyMs: 700, longSidePx: 160 },
};
const shown = ({ atMs, rgb }: VideoFrame) => `${atMs} ${createHash('sha256').update(rgb).digest('hex')}`;

function chunksOf(recording: Buffer, count = 8): Buffer[] {
  const size = Math.ceil(recording.length / count);
  return Array.from({ length: count }, (_, index) => recording.subarray(index * size, (index + 1) * size));
}

async function* arriving(chunks: readonly Buffer[], before: (index: number) => Promise<unknown>) {
  for (const [index, chunk] of chunks.entries()) {
    await before(index);
    yield chunk;
  }
}

async function follow(chunks: AsyncIterable<Buffer>, contentType: string) {
  const seen: { frames: string[]; stills: string[] } = { frames: [], stills: [] };
  const following = follower.follow(
    chunks,
    { contentType, frames },
    { onFrame: (frame) => seen.frames.push(shown(frame)), onStill: (still) => seen.stills.push(shown(still)) },
  );
  return { seen, following };
}

test.each(['webm', 'mp4'] as const)(
  'a %s that arrives in chunks shows every picture that a judgement of the whole asks for, pixel for pixel',
  async (container) => {
    const recording = encodeRecording({ container, videos: [pictures(4, 24)], sound: null });
    const contentType = `video/${container}`;
    const { seen, following } = await follow(
      arriving(chunksOf(recording), () => delay(10)),
      contentType,
    );
    await following;
    const windows = [{ fromMs: 900, toMs: 2_100, everyMs: 80 }];
    const wish = { form: 'video', contentType, frames: { ...frames, windows }, sound: false } satisfies DecodingWish;
    const whole = await decoder.decode(recording, wish);
    if ('fault' in whole) throw new Error(whole.fault);
    expect(whole.frames.length).toBeGreaterThan(24);
    expect(seen.frames).toEqual(expect.arrayContaining(whole.frames.map(shown)));
    expect(seen.stills).toEqual(whole.stills.map(shown));
  },
);

test('pictures come before the last chunk does', async () => {
  const recording = encodeRecording({ container: 'webm', videos: [pictures(6, 24)], sound: null });
  const chunks = chunksOf(recording);
  const seen: string[] = [];
  const isLast = (index: number) => index === chunks.length - 1;
  const enough = () => vi.waitFor(() => expect(seen.length).toBeGreaterThan(10), { timeout: 20_000 });
  await follower.follow(
    arriving(chunks, (index) => (isLast(index) ? enough() : Promise.resolve())),
    { contentType: 'video/webm', frames },
    { onFrame: (frame) => seen.push(shown(frame)), onStill: () => undefined },
  );
  expect(seen.length).toBeGreaterThan(10);
});

test('a video that is none, or that stops in the middle, ends without an error and leaves no process', async () => {
  const recording = encodeRecording({ container: 'webm', videos: [pictures(3, 24)], sound: null });
  for (const [bytes, least] of [
    [Buffer.alloc(50_000, 7), 0],
    [recording.subarray(0, recording.length / 2), 1],
    [Buffer.alloc(0), 0],
  ] as const) {
    const { seen, following } = await follow(
      arriving([bytes], () => Promise.resolve()),
      'video/webm',
    );
    await following;
    expect(seen.frames.length).toBeGreaterThanOrEqual(least);
    await vi.waitFor(() => expect(findChild(script)).toBeUndefined(), { timeout: 10_000 });
  }
});
