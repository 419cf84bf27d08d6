import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordingTypes } from '../../../web/sdk/src/flow/recording-plan.ts';

/** It needs a browser's types, and the tests are compiled without them. */
const { startRecording } = (await import(
  new URL('../../../web/sdk/src/device/record.ts', import.meta.url).pathname
)) as {
  startRecording: (stream: object) => Promise<{ finish(): Promise<Blob> }>;
};
const { createChunkSender } = (await import(
  new URL('../../../web/sdk/src/device/send-while-recording.ts', import.meta.url).pathname
)) as {
  createChunkSender: (send: (index: number, bytes: Blob) => Promise<void>) => {
    add(part: Blob): void;
    end(): Promise<{ chunkCount: number; sha256: string }>;
  };
};
const silentFilm = { getVideoTracks: () => [null], getAudioTracks: () => [] };

/** A browser's recorder that never starts, never ends, or returns `bytes` at its end. */
function recorderWhich(behaviour: { starts: boolean; ends: boolean; bytes: number }) {
  return class extends EventTarget {
    static isTypeSupported = () => true;
    state = 'inactive';
    start() {
      this.state = 'recording';
      if (behaviour.starts) setTimeout(() => this.dispatchEvent(new Event('start')), 10);
    }
    stop() {
      this.state = 'inactive';
      if (!behaviour.ends) return;
      const data = new Blob([new Uint8Array(behaviour.bytes)]);
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
      this.dispatchEvent(new Event('stop'));
    }
  };
}

async function recordTenSeconds(behaviour: Parameters<typeof recorderWhich>[0]): Promise<Blob | string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('MediaRecorder', recorderWhich(behaviour));
  const ended = startRecording(silentFilm).then(async (recording) => {
    vi.advanceTimersByTime(10_000);
    return recording.finish();
  });
  const told = ended.catch((fault: unknown) => (fault instanceof Error ? fault.message : 'no fault'));
  await vi.advanceTimersByTimeAsync(30_000);
  return told;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a recording', () => {
  it('is requested with the codecs of the existing tracks, because Firefox waits for a sound that never comes', () => {
    expect(recordingTypes({ video: true, sound: false }).filter((type) => type.includes('opus'))).toEqual([]);
    expect(recordingTypes({ video: true, sound: true })[0]).toContain('opus');
    expect(recordingTypes({ video: false, sound: true }).filter((type) => type.startsWith('video'))).toEqual([]);
  });

  it('is returned if it has content', async () => {
    expect(await recordTenSeconds({ starts: true, ends: true, bytes: 400_000 })).toBeInstanceOf(Blob);
  });

  it.each([
    ['never begins', { starts: false, ends: true, bytes: 400_000 }],
    ['never ends', { starts: true, ends: false, bytes: 400_000 }],
    ['is empty', { starts: true, ends: true, bytes: 0 }],
    ['is too small for its length', { starts: true, ends: true, bytes: 4_000 }],
  ])('that %s is a fault with a code, and is not uploaded', async (_name, behaviour) => {
    expect(await recordTenSeconds(behaviour)).toBe('recording.failed');
  });
});

describe('a recording that is sent while it is made', () => {
  async function chunksOf(...parts: number[]): Promise<number[]> {
    const sizes: number[] = [];
    const sender = createChunkSender(async (index, { size }) => {
      sizes[index] = size;
      await Promise.resolve();
    });
    for (const size of parts) {
      sender.add(new Blob([new Uint8Array(size)]));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const { chunkCount } = await sender.end();
    expect(chunkCount).toBe(sizes.length);
    return sizes;
  }

  it('begins with a chunk that shows its type, though the first part is one byte', async () => {
    expect(await chunksOf(1, 5_000, 300)).toEqual([5_001, 300]);
  });

  it('has small chunks after that', async () => {
    expect(await chunksOf(5_000, 1, 20)).toEqual([5_000, 1, 20]);
  });

  it('arrives whole, however small it is', async () => {
    expect(await chunksOf(1, 20)).toEqual([21]);
  });
});
