import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import { runConfined } from '../../src/adapters/native/processes/run-confined.ts';
import { OutOfTime } from '../../src/domain/ports/out-of-time.ts';
import type { DecodedRecording, DecodingWish } from '../../src/domain/ports/faces/recording-decoder.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { encodeRecording, soundRate, type RecordingPictures } from '../../specimens/captures/encode-recording.ts';

const decoder = createRecordingDecoder();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const asVideo = {
  form: 'video',
  contentType: 'video/webm',
  frames: { everyMs: 200, windows: [], longSidePx: 160 },
  sound: true,
} satisfies DecodingWish;
const asAudio = { form: 'audio', contentType: 'video/webm', frames: null, sound: true } satisfies DecodingWish;

function pictures(seconds: number, framesPerSecond = 5): RecordingPictures {
  const [widthPx, heightPx] = [160, 120];
  const count = seconds * framesPerSecond;
  const shades = Array.from({ length: count }, (_, index) => new Uint8Array(widthPx * heightPx * 3).fill(index * 2));
  return { widthPx, heightPx, framesPerSecond, pictures: shades };
}

const sound = (seconds: number) =>
  Float32Array.from({ length: seconds * soundRate }, (_, index) => 0.3 * Math.sin(index / 20));
const webm = (videos: RecordingPictures[], heard: Float32Array | null = null) =>
  encodeRecording({ container: 'webm', videos, sound: heard });

/** The fault of a recording; null if it could be decoded. */
async function faultOf(recording: Buffer, wish: DecodingWish = asVideo): Promise<string | null> {
  const decoded = await decoder.decode(recording, wish);
  return 'fault' in decoded ? decoded.fault : null;
}

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

describe('the process that decodes a recording', () => {
  const script = new URL('../support/misbehave.ts', import.meta.url);
  const limits = { timeoutMs: 20_000, maxMemoryBytes: 400_000_000, maxOutputBytes: 1_000_000 };
  const good = () => webm([pictures(1)]);

  test.each(['eats memory', 'writes without end'])('is killed when it %s, and the caller survives', async (deed) => {
    expect(await runConfined(script, deed, Buffer.alloc(10), limits, () => undefined)).toBe(false);
    expect(await faultOf(good())).toBeNull();
  });

  test.each([
    ['hangs', { ...limits, timeoutMs: 1_500 }],
    ['is killed', limits],
  ])('that %s says nothing about the file', async (deed, confinement) => {
    const run = runConfined(script, deed, Buffer.alloc(10), confinement, () => undefined);
    const refused = expect(run).rejects.toThrow(OutOfTime);
    // As the kernel does if memory is short.
    if (deed === 'is killed') await vi.waitFor(() => killChild('misbehave'), { timeout: 60_000 });
    await refused;
    expect(await faultOf(good())).toBeNull();
  });

  test('has no environment, so no secrets', async () => {
    const parts: Buffer[] = [];
    await runConfined(script, 'tells its environment', Buffer.alloc(0), limits, (part) => parts.push(part));
    expect(Buffer.concat(parts).toString()).toBe('[]');
  });

  test('is killed and its run rejected if its output is not valid', async () => {
    const refuse = () => {
      throw new Error('no message');
    };
    await expect(runConfined(script, 'writes without end', Buffer.alloc(0), limits, refuse)).rejects.toThrow(
      'no message',
    );
  });

  test('without time judges no file', async () => {
    const decoder = createRecordingDecoder({ timeoutMs: 5 });
    await expect(decoder.decode(good(), asVideo)).rejects.toThrow(OutOfTime);
    await expect(decoder.measure(good(), asVideo)).rejects.toThrow(OutOfTime);
  });

  test.each([
    ['memory', { maxMemoryBytes: 1_000_000 }],
    ['room for its answer', { maxOutputBytes: 1_000 }],
  ])('without %s leaves a code behind', async (_, tight) => {
    const decoded = await createRecordingDecoder(tight).decode(good(), asVideo);
    expect(decoded).toEqual({ fault: 'file.unreadable_video' });
  });
});

test('frames arrive while later ones are decoded', async () => {
  const script = 'recording-decoder-process';
  const recording = webm([pictures(20, 24)]);
  /** Its processor time at each frame, in ticks. */
  const used: number[] = [];
  const note = () => {
    const pid = findChild(script);
    if (pid === undefined) return;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    used.push(user + system);
  };
  const wish = { ...asVideo, frames: { ...asVideo.frames, everyMs: 100 }, ends: [recording.length] };
  const chooseWindows = () => {
    note();
    return [];
  };
  await decoder.decode(recording, wish, { chooseWindows, onFrame: note });
  const [start = 0, end = 0] = [used[0], used.at(-1)];
  // The first frames fit into the pipe in any case.
  expect((used[20] ?? NaN) - start).toBeLessThan((end - start) * 0.6);
});

describe('a decoding process that waits for its recording', () => {
  const script = 'recording-decoder-process';
  const recording = webm([pictures(1)], sound(1));

  /** Its process id. */
  const untilOneWaits = () =>
    vi.waitFor(
      () => {
        const pid = findChild(script);
        if (pid === undefined) throw new Error('none waits yet');
        return pid;
      },
      { timeout: 20_000, interval: 50 },
    );

  /** A decoder whose next process waits, as after each recording but the first. */
  async function decoderThatWaits(limits: Parameters<typeof createRecordingDecoder>[0] = {}) {
    expect(findChild(script)).toBeUndefined();
    const ahead = createRecordingDecoder(limits, { startsAhead: true });
    await ahead.decode(recording, asVideo);
    return { ahead, waiting: await untilOneWaits() };
  }

  async function endWaiting(): Promise<void> {
    process.kill(await untilOneWaits(), 'SIGKILL');
    await vi.waitFor(() => expect(findChild(script)).toBeUndefined(), { timeout: 10_000, interval: 50 });
  }

  test('decodes as one that starts with it, and only one recording', async () => {
    const alone = await decoder.decode(recording, asVideo);
    const { ahead, waiting } = await decoderThatWaits();
    expect(await ahead.decode(recording, asVideo)).toEqual(alone);
    expect(existsSync(`/proc/${waiting}`)).toBe(false);
    // No process waits yet.
    expect(await ahead.decode(recording, asVideo)).toEqual(alone);
    await endWaiting();
  });

  test('and dies meanwhile is replaced by one that starts with the recording', async () => {
    const { ahead, waiting } = await decoderThatWaits();
    process.kill(waiting, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await ahead.decode(recording, asVideo)).not.toHaveProperty('fault');
    await endWaiting();
  });

  test('and dies at the moment at which the recording comes says nothing about it', async () => {
    const { ahead, waiting } = await decoderThatWaits();
    process.kill(waiting, 'SIGKILL');
    // Without a turn of the event loop, in which this process would learn of it.
    expect(await ahead.decode(recording, asVideo)).not.toHaveProperty('fault');
    await endWaiting();
  });

  test('has the limits of its recording from then on', async () => {
    const { ahead } = await decoderThatWaits({ maxOutputBytes: 1_000 });
    expect(await ahead.decode(recording, asVideo)).toEqual({ fault: 'file.unreadable_video' });
    await endWaiting();
  });
});

/** Ends the process, started from here, whose script has this name. @throws while there is none */
function killChild(script: string): void {
  const pid = findChild(script);
  if (pid === undefined) throw new Error('not started yet');
  process.kill(pid, 'SIGKILL');
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function findChild(script: string, parent = process.pid): number | undefined {
  for (const child of childrenOf(parent)) {
    const inner = findChild(script, child);
    if (inner !== undefined) return inner;
    const commandLine = readFileSync(`/proc/${child}/cmdline`, 'utf8');
    // What starts it names it, too.
    if (commandLine.startsWith(process.execPath) && commandLine.includes(script)) return child;
  }
  return undefined;
}
