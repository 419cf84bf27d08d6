import type { Logger } from 'pino';
import type { SpeechToText } from '../../../domain/ports/faces/speech-to-text.ts';
import { createHttpSpeechToText } from '../../http-speech-to-text.ts';
import { createWhisperSpeechToText } from './whisper-speech-to-text.ts';

/** The engine that the operator chose; null when there is none: then no voice step passes. */
export function openSpeechToText(
  chosen: { url: string | null; whisper: { command: string; model: string } | null },
  log: Pick<Logger, 'error' | 'warn'>,
): SpeechToText | null {
  if (chosen.url !== null) return createHttpSpeechToText(chosen.url, log);
  return chosen.whisper && createWhisperSpeechToText(chosen.whisper);
}
