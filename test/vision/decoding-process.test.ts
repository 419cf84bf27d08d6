import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import { runConfined } from '../../src/adapters/native/processes/run-confined.ts';
import { findChild } from '../support/programs/find-child.ts';
import { OutOfTime } from '../../src/domain/ports/out-of-time.ts';
import { asVideo, decoder, faultOf, pictures, webm } from './small-recordings.ts';

describe('the process that decodes a recording', () => {
  const script = new URL('../support/misbehave.ts', import.meta.url);
  const limits = { timeoutMs: 20_000, maxMemoryBytes: 400_000_000, maxOutputBytes: 1_000_000 };
  const good = webm([pictures(1)]);

  test.each(['eats memory', 'writes without end'])('is killed when it %s, and the caller survives', async (deed) => {
    expect(await runConfined(script, deed, Buffer.alloc(10), limits, () => undefined)).toBe(false);
    expect(await faultOf(good)).toBeNull();
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
    expect(await faultOf(good)).toBeNull();
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
    await expect(decoder.decode(good, asVideo)).rejects.toThrow(OutOfTime);
    await expect(decoder.measure(good, asVideo)).rejects.toThrow(OutOfTime);
  });

  test.each([
    ['memory', { maxMemoryBytes: 1_000_000 }],
    ['room for its answer', { maxOutputBytes: 1_000 }],
  ])('without %s leaves a code behind', async (_, tight) => {
    const decoded = await createRecordingDecoder(tight).decode(good, asVideo);
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

/** Ends the process, started from here, whose script has this name. @throws while there is none */
function killChild(script: string): void {
  const pid = findChild(script);
  if (pid === undefined) throw new Error('not started yet');
  process.kill(pid, 'SIGKILL');
}
