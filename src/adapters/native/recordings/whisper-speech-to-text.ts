import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { SpeechToText } from '../../../domain/ports/faces/speech-to-text.ts';
import { runConfinedCommand } from '../processes/run-confined.ts';

/** Longer than any recording, so that the filter processes it as a whole. */
const queueSeconds = 30;
const patience = { timeoutMs: 30_000 };
/** Memory of the net apart from its weights, which are in memory once, and twice while they load. */
const workingBytes = 900_000_000;
const maxOutputBytes = 100_000;
const longestText = 10_000;

/**
 * FFmpeg's filter `whisper`, in a separate process for each recording. `command`: an FFmpeg (8 or newer) that was built with the filter;
 * `model`: a file in whisper.cpp's format. The operator installs both: the FFmpeg inside node-av has the filter as well, but crashed in our
 * trial when it opened a model. `timeoutMs`: for tests.
 */
export function createWhisperSpeechToText(
  { command, model }: { command: string; model: string },
  { timeoutMs } = patience,
): SpeechToText {
  const file = path.resolve(model);
  return {
    name: 'ffmpeg-whisper',
    async transcribe(sound, language) {
      const { size } = await stat(file);
      // FFmpeg ends an option at a colon, so a colon is escaped once for the filter and once for the graph.
      const filter = `whisper=model=${file}:language=${language}:queue=${queueSeconds}:format=text:destination=pipe\\\\:1`;
      const input = '-f f32le -ar 16000 -ac 1 -i pipe:0'.split(' ');
      const args = ['-hide_banner', '-loglevel', 'error', '-nostats', ...input, '-af', filter, '-f', 'null', '-'];
      const bytes = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
      const limits = { timeoutMs, maxMemoryBytes: 2 * size + workingBytes, maxOutputBytes };
      const ended = await runConfinedCommand(command, args, bytes, limits);
      if (ended === null) throw new Error('whisper needed too much memory or wrote too much');
      if (ended.exitCode !== 0) throw new Error(`whisper ended with ${String(ended.exitCode)}`);
      return ended.output.toString('utf8').trim().slice(0, longestText);
    },
  };
}
