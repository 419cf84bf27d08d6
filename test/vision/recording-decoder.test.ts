import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeRecording } from '../../specimens/captures/encode-recording.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import type {
  DecodedRecording,
  DecodingWish,
  FrameWindow,
  VideoFrame,
} from '../../src/domain/ports/faces/recording-decoder.ts';
import { asVideo, decoder, faultOf, pictures, sound, webm } from './small-recordings.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const asAudio = { form: 'audio', contentType: 'video/webm', frames: null, sound: true } satisfies DecodingWish;

/** A webm that says it lasts an hour: the element Duration (0x4489, a double of milliseconds) put in front of Info's others. */
function withHourInHeader(recording: Buffer): Buffer {
  const duration = Buffer.from([0x44, 0x89, 0x88, 0, 0, 0, 0, 0, 0, 0, 0]);
  duration.writeDoubleBE(3_600_000, 3);
  const timeScale = recording.indexOf(Buffer.from([0x2a, 0xd7, 0xb1]));
  const head = Buffer.from(recording.subarray(0, timeScale));
  // Info's length, in one byte.
  head.writeUInt8(head.readUInt8(timeScale - 1) + duration.length, timeScale - 1);
  return Buffer.concat([head, duration, recording.subarray(timeScale)]);
}

/** An mp4 that says so: the boxes of file and track (version 0) hold units a second and, behind them, how many units they last. */
function mp4WithHourInHeader(recording: Buffer): Buffer {
  const head = Buffer.from(recording);
  for (const name of ['mvhd', 'mdhd']) {
    const box = head.indexOf(name);
    head.writeUInt32BE(3_600 * head.readUInt32BE(box + 16), box + 20);
  }
  return head;
}

/** A wav with samples as floating-point numbers (format 3), which can be no numbers, or louder than full scale. */
function wavOfFloats(samples: Float32Array): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(3, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(64_000, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(32, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

describe('a sound of floating-point numbers', () => {
  const asWav = { form: 'audio', contentType: 'audio/wav', frames: null, sound: true } satisfies DecodingWish;
  const withSample = (value: number) => wavOfFloats(sound(2).map((own, index) => (index === 9_000 ? value : own)));

  test('is decoded', async () => {
    const decoded = await decoder.decode(withSample(0.25), asWav);
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect(decoded.sound?.[9_000]).toBeCloseTo(0.25);
  });

  test.each([NaN, Infinity, -Infinity])('is unreadable if one of them is no number: %s', async (value) => {
    expect(await faultOf(withSample(value), asWav)).toBe('file.unreadable_audio');
  });

  test.each([
    [1e30, 1],
    [-3, -1],
  ])('is cut off at full scale: %s', async (value, expected) => {
    const decoded = await decoder.decode(withSample(value), asWav);
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect(decoded.sound?.[9_000]).toBe(expected);
  });
});

describe('a recording', () => {
  test('within the limits is decoded: pictures, their changes, and sound at 16 kHz', async () => {
    const decoded = await decoder.decode(webm([pictures(2)], sound(2)), asVideo);
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect(decoded.frames).toHaveLength(10);
    expect(decoded.changes).toHaveLength(9);
    expect(decoded.frames[0]?.rgb.length).toBe(160 * 120 * 3);
    expect(decoded.sound?.length).toBeGreaterThan(31_000);
    expect(decoded.sound?.length).toBeLessThan(33_000);
  });

  test('delivers each picture as it comes, before the end of the recording is known', async () => {
    const seen: number[] = [];
    // Room for three of its pictures.
    const tight = createRecordingDecoder({ maxOutputBytes: 200_000 });
    const decoded = await tight.decode(webm([pictures(2)]), asVideo, { onFrame: ({ atMs }) => seen.push(atMs) });
    expect(decoded).toEqual({ fault: 'file.unreadable_video' });
    expect(seen.slice(0, 2)).toEqual([0, 200]);
  });

  test('gives larger copies of some of its pictures, of the same moments', async () => {
    const [longSidePx, everyMs] = [120, 700];
    const frames = { ...asVideo.frames, longSidePx: 64, stills: { everyMs, longSidePx } };
    const decoded = await decoder.decode(webm([pictures(3)]), { ...asVideo, frames });
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect(decoded.stills.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual(Array(4).fill([120, 90]));
    expect(decoded.frames.map(({ atMs }) => atMs)).toEqual(
      expect.arrayContaining(decoded.stills.map(({ atMs }) => atMs)),
    );
    expect(decoded.frames[0]?.widthPx).toBe(64);
  });

  test.each([
    ['pictures that last 21 s', () => webm([pictures(21)]), asVideo, 'file.too_long'],
    ['pictures that last 20 s', () => webm([pictures(20)]), asVideo, null],
    ['sound that lasts 21 s', () => webm([], sound(21)), asAudio, 'file.too_long'],
    ['sound next to pictures, and lasts 21 s', () => webm([pictures(2)], sound(21)), asVideo, 'file.too_long'],
    ['a header that says an hour', () => withHourInHeader(webm([pictures(2)])), asVideo, 'file.too_long'],
    [
      'an mp4’s header that says an hour',
      () => mp4WithHourInHeader(encodeRecording({ container: 'mp4', videos: [pictures(2)], sound: null })),
      { ...asVideo, contentType: 'video/mp4' },
      'file.too_long',
    ],
    ['no picture at all', () => webm([pictures(0)]), asVideo, 'file.unreadable_video'],
    ['two tracks of pictures', () => webm([pictures(2), pictures(2)]), asVideo, 'file.unreadable_video'],
    ['sound alone where a video is wanted', () => webm([], sound(2)), asVideo, 'file.unreadable_video'],
    ['pictures where sound is wanted', () => webm([pictures(2)], sound(2)), asAudio, 'file.unreadable_audio'],
    [
      'another container than its own',
      () => webm([pictures(2)]),
      { ...asVideo, contentType: 'video/mp4' },
      'file.unreadable_video',
    ],
    ['nothing', () => Buffer.alloc(0), asVideo, 'file.unreadable_video'],
  ] satisfies [string, () => Buffer, DecodingWish, string | null][])(
    'with %s gets its code',
    async (_, make, wish, fault) => expect(await faultOf(make(), wish)).toBe(fault),
  );

  test('of garbage gets a code, after each container’s header', async () => {
    const random = createRandom(5);
    const garbage = Buffer.from(Array.from({ length: 50_000 }, () => random.integer(0, 255)));
    const heads: [string, Buffer][] = [
      ['video/webm', webm([pictures(1)]).subarray(0, 250)],
      ['video/mp4', encodeRecording({ container: 'mp4', videos: [pictures(1)], sound: null }).subarray(0, 250)],
      ['video/webm', Buffer.alloc(0)],
    ];
    const faults = heads.map(([contentType, head]) =>
      faultOf(Buffer.concat([head, garbage]), { ...asVideo, contentType }),
    );
    expect(new Set(await Promise.all(faults))).toEqual(new Set(['file.unreadable_video']));
  });

  test('cut off anywhere is decoded as far as possible or gets a code', async () => {
    for (const container of ['webm', 'mp4'] as const) {
      const whole = encodeRecording({ container, videos: [pictures(2)], sound: sound(2) });
      for (const part of [0.02, 0.5, 0.97]) {
        const fault = await faultOf(whole.subarray(0, whole.length * part), {
          ...asVideo,
          contentType: `video/${container}`,
        });
        expect([null, 'file.unreadable_video']).toContain(fault);
      }
    }
  });
});

describe('a recording that arrived in parts', () => {
  const film = () => webm([pictures(4, 10)]);
  const halves = (recording: Buffer) => [recording.length >> 1, recording.length];
  const window = { fromMs: 1_000, toMs: 2_000, everyMs: 100 };
  const inShort = ({ frames, ...rest }: DecodedRecording) => ({
    ...rest,
    frames: frames.map(({ rgb, ...frame }) => ({ ...frame, sha256: sha256(rgb) })),
  });

  test('has its pictures at the moments that its parts choose, pixel for pixel as if they had been known before', async () => {
    const recording = film();
    const ends = halves(recording);
    const seen: string[] = [];
    const chosen = await decoder.decode(
      recording,
      { ...asVideo, ends },
      {
        chooseWindows: (parts) => {
          seen.push(`${String(parts?.length)} parts`);
          return [window];
        },
        onFrame: () => seen.push('picture'),
      },
    );
    const known = await decoder.decode(recording, { ...asVideo, frames: { ...asVideo.frames, windows: [window] } });
    if ('fault' in chosen || 'fault' in known) throw new Error('not decoded');
    expect(seen.slice(0, 2)).toEqual(['2 parts', 'picture']);
    expect(known.frames.filter(({ atMs }) => atMs >= 1_000 && atMs < 2_000)).toHaveLength(10);
    expect(inShort({ ...chosen, parts: null })).toEqual(inShort(known));
    const measured = await decoder.measure(recording, { ...asVideo, ends });
    expect(measured).toEqual({ durationMs: chosen.durationMs, parts: chosen.parts });
    expect(chosen.parts?.[1]?.toMs).toBe(chosen.durationMs);
  });

  test('has the same regular pictures and larger copies whatever its windows are: only the pictures before decide', async () => {
    const recording = film();
    const stills = { everyMs: 700, longSidePx: 120 };
    const of = async (windows: FrameWindow[]) => {
      const decoded = await decoder.decode(recording, { ...asVideo, frames: { ...asVideo.frames, stills, windows } });
      if ('fault' in decoded) throw new Error(decoded.fault);
      const regular = decoded.frames.filter(({ isRegular }) => isRegular);
      const seen = (frames: readonly VideoFrame[]) => frames.map(({ atMs, rgb }) => [atMs, sha256(rgb)]);
      return { count: decoded.frames.length, seen: { frames: seen(regular), stills: seen(decoded.stills) } };
    };
    const without = await of([]);
    const within = await of([
      { fromMs: 130, toMs: 1_270, everyMs: 70 },
      { fromMs: 900, toMs: 1_900, everyMs: 100 },
    ]);
    expect(within.seen).toEqual(without.seen);
    expect(within.count).toBe(without.count + 8);
    expect(without.seen.stills.length).toBeGreaterThan(2);
  });

  test('and does not tell their moments is decoded without them', async () => {
    const recording = webm([pictures(2)], sound(21));
    const wish = { ...asVideo, sound: false, ends: halves(recording) };
    expect(await decoder.measure(recording, wish)).toEqual({ fault: 'file.too_long' });
    const seen: unknown[] = [];
    const decoded = await decoder.decode(recording, wish, {
      chooseWindows: (parts) => {
        seen.push(parts);
        return [];
      },
    });
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect(seen).toEqual([null]);
    expect(decoded.frames).toHaveLength(10);
    expect(decoded.parts).toBeNull();
  });

  test('and breaks a limit later has a code, and the parts that were known', async () => {
    const recording = film();
    const wish = { ...asVideo, ends: halves(recording) };
    const decoded = await createRecordingDecoder({ maxOutputBytes: 200_000 }).decode(recording, wish);
    const measured = await decoder.measure(recording, wish);
    expect(decoded).toEqual({ fault: 'file.unreadable_video', parts: measured.parts });
    expect(measured.parts).toHaveLength(2);
  });

  test('and cannot be opened has a code, and no moments', async () => {
    const garbage = Buffer.alloc(100, 7);
    const seen: unknown[] = [];
    const chooseWindows = (parts: unknown) => {
      seen.push(parts);
      return [];
    };
    const decoded = await decoder.decode(garbage, { ...asVideo, ends: [100] }, { chooseWindows });
    expect(decoded).toEqual({ fault: 'file.unreadable_video' });
    expect(seen).toEqual([null]);
  });

  test('reports an error of the code that chooses windows, and its process ends', async () => {
    const recording = film();
    const refuse = () => {
      throw new Error('no windows');
    };
    const wish = { ...asVideo, ends: halves(recording) };
    await expect(decoder.decode(recording, wish, { chooseWindows: refuse })).rejects.toThrow('no windows');
  });
});
