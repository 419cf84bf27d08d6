import { request } from 'undici';
import { z } from 'zod';
import type { SpeechToText } from '../domain/ports/faces/speech-to-text.ts';
import { wavOf } from './wav.ts';

/** How long the engine may take. */
const patience = { timeoutMs: 30_000 };
const answerSchema = z.object({ text: z.string().max(10_000) });

/**
 * An engine behind HTTP, chosen by the operator: it gets `POST url?language=xx` with a WAV body (16 kHz, mono, 16 bit) and answers
 * {"text": "…"}. `timeoutMs`: for tests.
 */
export function createHttpSpeechToText(url: string, { timeoutMs } = patience): SpeechToText {
  return {
    name: 'http',
    async transcribe(sound, language) {
      const target = new URL(url);
      target.searchParams.set('language', language);
      const { statusCode, body } = await request(target, {
        method: 'POST',
        headers: { 'content-type': 'audio/wav' },
        body: wavOf(sound),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`the speech engine answered ${statusCode}`);
      return answerSchema.parse(JSON.parse(answer)).text;
    },
  };
}
