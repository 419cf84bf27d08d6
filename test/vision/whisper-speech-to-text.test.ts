import { pino } from 'pino';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSpeechToText } from '../../src/adapters/native/recordings/open-speech-to-text.ts';
import { createWhisperSpeechToText } from '../../src/adapters/native/recordings/whisper-speech-to-text.ts';
import { OutOfTime } from '../../src/domain/ports/out-of-time.ts';

const dir = mkdtempSync(join(tmpdir(), 'whisper-'));
const model = join(dir, 'ggml-base.bin');
const heard = join(dir, 'heard.json');
writeFileSync(model, 'weights');
afterAll(() => rmSync(dir, { recursive: true }));

/** A fake FFmpeg: it records its input, then does `then`. */
function fakeFfmpeg(then: string): string {
  const command = join(dir, 'ffmpeg.mjs');
  writeFileSync(
    command,
    `#!${process.execPath}
import { readFileSync, writeFileSync } from 'node:fs';
const sound = readFileSync(0);
const note = { args: process.argv.slice(2), samples: sound.length / 4, first: sound.readFloatLE(0), names: Object.keys(process.env) };
writeFileSync(${JSON.stringify(heard)}, JSON.stringify(note));
${then}
`,
  );
  chmodSync(command, 0o755);
  return command;
}

const sound = new Float32Array(16_000).fill(0.25);
const transcribe = (then: string, options?: { timeoutMs: number }) =>
  createWhisperSpeechToText({ command: fakeFfmpeg(then), model }, options).transcribe(sound, 'pt');

describe('whisper', () => {
  test('gets the sound, the model and the language, but no part of our environment, and its words come back', async () => {
    expect(await transcribe(`console.log(' um dois\\n três ')`)).toBe('um dois\n três');
    const { args, samples, first, names } = JSON.parse(readFileSync(heard, 'utf8')) as Record<string, unknown>;
    expect([samples, first, names]).toEqual([16_000, 0.25, []]);
    expect(args).toContain(`whisper=model=${model}:language=pt:queue=30:format=text:destination=pipe\\\\:1`);
  });

  test.each([
    ['ends with an error, whatever it said before', `console.log('1234'); process.exit(1)`],
    ['falls over', `process.kill(process.pid, 'SIGSEGV')`],
    ['writes without end', `setInterval(() => process.stdout.write('1'.repeat(1e6)), 1)`],
  ])('that %s has understood nothing', async (_, then) => {
    await expect(transcribe(then)).rejects.toThrow(/whisper/);
  });

  test('that does not end returns no words', async () => {
    const hanging = transcribe(`setInterval(() => undefined, 1000)`, { timeoutMs: 400 });
    await expect(hanging).rejects.toThrow(OutOfTime);
  });

  test('without its command or its model returns no words', async () => {
    const command = fakeFfmpeg(`console.log('1234')`);
    await expect(
      createWhisperSpeechToText({ command, model: '/nowhere/x.bin' }).transcribe(sound, 'en'),
    ).rejects.toThrow();
    await expect(
      createWhisperSpeechToText({ command: '/nowhere/ffmpeg', model }).transcribe(sound, 'en'),
    ).rejects.toThrow();
  });

  test('is used only if there is no speech service', () => {
    const log = pino({ level: 'silent' });
    const whisper = { command: '/usr/bin/ffmpeg', model };
    expect(openSpeechToText({ url: 'http://speech.test/', whisper }, log)?.name).toBe('http');
    expect(openSpeechToText({ url: null, whisper }, log)?.name).toBe('ffmpeg-whisper');
    expect(openSpeechToText({ url: null, whisper: null }, log)).toBeNull();
  });
});
