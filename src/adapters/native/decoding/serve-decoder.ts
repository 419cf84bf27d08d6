import { createFrameReader, frameHead } from '../processes/frames.ts';
import { mostFileBytes, type DecoderAnswer, type DecoderQuestion } from './decoder-messages.ts';

/** The answers of a decoding process. */
export interface DecoderReply {
  message: DecoderAnswer;
  payload?: Uint8Array;
}

/** Answers requests from standard input, one after the other, on standard output, until the input ends because the parent has exited. */
export function serveDecoder(reply: (question: DecoderQuestion, picture: Buffer) => Promise<DecoderReply>): void {
  function answer({ message, payload = new Uint8Array() }: DecoderReply): void {
    process.stdout.write(frameHead(message, payload.length));
    process.stdout.write(payload);
  }
  const read = createFrameReader({ jsonBytes: 1_000, payloadBytes: mostFileBytes }, (question, picture) => {
    // Only the parent writes to this pipe.
    void reply(question as DecoderQuestion, picture).then(answer);
  });
  process.stdin.on('data', read).on('end', () => process.exit(0));
  answer({ message: { answer: 'ready' } });
}
