import { describe, expect, test } from 'vitest';
import type {
  DecodedRecording,
  DecodingListener,
  FaultyRecording,
  RecordedParts,
  RecordingDecoder,
  VideoFrame,
} from '../../../src/domain/ports/faces/recording-decoder.ts';
import type { LiveRecording } from '../../../src/domain/verifications/challenge.ts';
import { decodeLiveRecording } from '../../../src/steps/recordings/live-recording.ts';
import { measureLiveRecording } from '../../../src/steps/recordings/measure-live-recording.ts';

const bytes = Buffer.alloc(30);
const wish = { form: 'video', contentType: 'video/webm', frames: null, sound: false } as const;
const parts: RecordedParts = [null, { fromMs: 0, toMs: 900 }];
const frame = (atMs: number): VideoFrame => ({
  atMs,
  isRegular: true,
  widthPx: 1,
  heightPx: 1,
  rgb: new Uint8Array(3),
});

function noted(...sizes: number[]): { recording: LiveRecording } {
  const chunk = { digest: '', objectKey: '' };
  const chunks = sizes.map((size, index) => ({ ...chunk, bytes: size, receivedMs: 1_000 * (index + 1) }));
  return { recording: { prompts: [{ action: 'blink', sentMs: 1_500 }], chunks, nextPromptMs: null } };
}

/** A decoder that finds these parts and pictures, and notes what it was asked for. */
function decoderOf({ fault = null, frames = [] }: { fault?: FaultyRecording['fault'] | null; frames?: VideoFrame[] }) {
  const asked: (readonly number[])[] = [];
  const decode = (_: Buffer, { ends = [] }: { ends?: readonly number[] }, listener: DecodingListener = {}) => {
    asked.push(ends);
    const found = ends.length > 0 ? parts : null;
    if (found !== null) listener.chooseWindows?.(found);
    for (const one of frames) listener.onFrame?.(one);
    const nothing = { durationMs: 900, widthPx: 1, heightPx: 1, stills: [], changes: [], sound: null };
    const decoded: DecodedRecording = { ...nothing, frames, parts: found };
    return Promise.resolve(fault === null ? decoded : { fault, ...(found && { parts: found }) });
  };
  return { asked, recordings: { decode } satisfies Pick<RecordingDecoder, 'decode'> };
}

describe('the facts about a recording that arrived in chunks', () => {
  const facts = {
    prompts: [{ action: 'blink', sentMs: 1_500 }],
    chunks: [
      { receivedMs: 1_000, part: null },
      { receivedMs: 2_000, part: { fromMs: 0, toMs: 900 } },
    ],
  };

  test('are known before its first picture, and are the same at its end', async () => {
    const { asked, recordings } = decoderOf({});
    const known: unknown[] = [];
    const { live } = await decodeLiveRecording(
      recordings,
      { bytes, challenge: noted(10, 20), wish },
      {
        chooseWindows: (seen) => {
          known.push(seen);
          return [];
        },
      },
    );
    expect(asked).toEqual([[10, 30]]);
    expect(known).toEqual([facts]);
    expect(live).toEqual(facts);
  });

  test('are known for a recording with a fault, if its packets could be read', async () => {
    const { recordings } = decoderOf({ fault: 'file.unreadable_video' });
    const { live } = await decodeLiveRecording(recordings, { bytes, challenge: noted(10, 20), wish });
    expect(live).toEqual(facts);
  });

  test.each([
    ['its chunks make another file', noted(10, 19)],
    ['it has no chunks', noted()],
    ['it answers no challenge', null],
    ['its challenge knows no recording', { recording: null }],
  ])('are unknown when %s', async (_, challenge) => {
    const { asked, recordings } = decoderOf({});
    expect((await decodeLiveRecording(recordings, { bytes, challenge, wish })).live).toBeNull();
    expect(asked).toEqual([[]]);
  });
});

describe('a recording that is measured while it is decoded', () => {
  const given = { bytes, challenge: noted(10, 20), wish };

  test('has the readings of all its pictures in order', async () => {
    const { recordings } = decoderOf({ frames: [frame(0), frame(300)] });
    const measure = ({ atMs }: VideoFrame) => Promise.resolve(atMs);
    expect((await measureLiveRecording(recordings, given, { measure })).readings).toEqual([0, 300]);
  });

  test('has no readings when it has a fault, and the pictures that wait are not measured', async () => {
    const { recordings } = decoderOf({ fault: 'file.too_long', frames: [frame(0), frame(300), frame(600)] });
    const measured: number[] = [];
    let end: () => void = () => undefined;
    const measure = ({ atMs }: VideoFrame) => {
      measured.push(atMs);
      return new Promise<void>((resolve) => (end = resolve));
    };
    const { recording, readings } = await measureLiveRecording(recordings, given, { measure });
    end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(recording).toMatchObject({ fault: 'file.too_long' });
    expect([measured, readings]).toEqual([[0], []]);
  });

  test('reports a picture that cannot be measured', async () => {
    const { recordings } = decoderOf({ frames: [frame(0), frame(300)] });
    const measure = () => Promise.reject(new Error('the model fell over'));
    await expect(measureLiveRecording(recordings, given, { measure })).rejects.toThrow('the model fell over');
  });
});
