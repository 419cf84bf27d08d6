import { existsSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { createRecordingDecoder } from '../../../src/adapters/native/recordings/recording-decoder.ts';
import { findChild } from '../../support/programs/find-child.ts';
import { asVideo, decoder, pictures, sound, webm } from '../../vision/small-recordings.ts';

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
      { timeout: 60_000, interval: 50 },
    );

  /** A decoder whose next process waits, as after each recording but the first. */
  async function decoderThatWaits(limits: Parameters<typeof createRecordingDecoder>[0] = {}) {
    expect(findChild(script)).toBeUndefined();
    const ahead = createRecordingDecoder(limits, { startsAhead: true });
    await ahead.decode(recording, asVideo);
    return { ahead, waiting: await untilOneWaits() };
  }

  async function end(pid: number): Promise<void> {
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(findChild(script)).toBeUndefined(), { timeout: 60_000, interval: 50 });
  }

  const endWaiting = async () => end(await untilOneWaits());

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
    await end(waiting);
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
