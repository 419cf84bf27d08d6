import { createHash } from 'node:crypto';
import { createPictureDecoder, type PictureDecoder } from '../../../src/adapters/native/decoding/picture-decoder.ts';
import { createPdfOpener } from '../../../src/adapters/native/pdf/pdf-opener.ts';
import { createRecordingDecoder } from '../../../src/adapters/native/recordings/recording-decoder.ts';
import type { RecordingDecoder } from '../../../src/domain/ports/faces/recording-decoder.ts';
import type { PdfOpener } from '../../../src/domain/ports/pages/pdf-opener.ts';

let decoder: PictureDecoder | undefined;
let pdfOpener: PdfOpener | undefined;
let recordings: RecordingDecoder | undefined;

/** The decoder of this process, as a worker has one for all its queues: each new one starts a process. */
export function sharedDecoder(): PictureDecoder {
  return (decoder ??= createPictureDecoder());
}

/** Starts a process for each recording, but only once for the same one: tests send it in several sessions. */
export function sharedRecordings(): RecordingDecoder {
  return (recordings ??= onceForEachRecording(createRecordingDecoder()));
}

/** What opens the files of this process's stacks. Each new opener of PDFs starts a process that waits for one. */
export function sharedOpeners(): { decoder: PictureDecoder; pdfOpener: PdfOpener; recordings: RecordingDecoder } {
  pdfOpener ??= createPdfOpener();
  return { decoder: sharedDecoder(), pdfOpener, recordings: sharedRecordings() };
}

function onceForEachRecording(own: RecordingDecoder): RecordingDecoder {
  const decode = remembered((recording, wish: Parameters<RecordingDecoder['decode']>[1]) =>
    own.decode(recording, wish),
  );
  return {
    measure: remembered((recording, wish: Parameters<RecordingDecoder['measure']>[1]) => own.measure(recording, wish)),
    async decode(recording, wish, listener) {
      // Pictures would take too much memory.
      if (wish.frames !== null) return own.decode(recording, wish, listener);
      const decoded = await decode(recording, wish);
      listener?.chooseWindows?.(decoded.parts ?? null);
      return decoded;
    },
  };
}

function remembered<Wish, Answer>(ask: (recording: Buffer, wish: Wish) => Promise<Answer>): typeof ask {
  const answers = new Map<string, Promise<Answer>>();
  return async (recording, wish) => {
    const key = createHash('sha256').update(recording).update(JSON.stringify(wish)).digest('hex');
    const answer = answers.get(key) ?? ask(recording, wish);
    answers.set(key, answer);
    // Nothing is known about a recording whose process ran out of time.
    answer.catch(() => answers.delete(key));
    return structuredClone(await answer);
  };
}
