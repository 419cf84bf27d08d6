import { request } from 'undici';
import { z } from 'zod';
import type { Logger } from 'pino';
import type { SpeechToText } from '../domain/ports/faces/speech-to-text.ts';
import { createProviderGate } from './network/provider-gate.ts';
import { wavOf } from './wav.ts';

/** The engine's time limit. */
const patience = { timeoutMs: 30_000 };
/** A hanging engine occupies the worker's only place for this long, so it is not called again immediately. */
const retryEveryMs = 60_000;
/** Responses that a retry would repeat. */
const aboutTheSound: readonly number[] = [400, 413, 415, 422];
const answerSchema = z.object({ text: z.string().max(10_000) });

/**
 * A speech engine behind HTTP, chosen by the operator: it gets `POST url?language=xx` with a WAV body (16 kHz, mono, 16 bit) and answers
 * {"text": "…"}. `timeoutMs`: for tests.
 */
export function createHttpSpeechToText(
  url: string,
  log: Pick<Logger, 'error' | 'warn'>,
  { timeoutMs } = patience,
): SpeechToText {
  const isAnswer = (error: unknown) => error instanceof RefusedSound;
  const gate = createProviderGate({ provider: 'speech engine', isAnswer, log, retryEveryMs });
  return {
    name: 'http',
    async transcribe(sound, language) {
      const target = new URL(url);
      target.searchParams.set('language', language);
      const answer = await gate.ask(async () => {
        const { statusCode, body } = await request(target, {
          method: 'POST',
          headers: { 'content-type': 'audio/wav' },
          body: wavOf(sound),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await body.text();
        if (aboutTheSound.includes(statusCode)) throw new RefusedSound(`the speech engine answered ${statusCode}`);
        if (statusCode !== 200) throw new Error(`the speech engine answered ${statusCode}`);
        return text;
      });
      return answerSchema.parse(JSON.parse(answer)).text;
    },
  };
}

class RefusedSound extends Error {}
