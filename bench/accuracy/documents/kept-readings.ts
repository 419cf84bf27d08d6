import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadAnswer, ReadRequest } from './read-messages.ts';
import type { DocumentSample } from './sample.ts';

interface Reader {
  read(request: Omit<ReadRequest, 'id'>): Promise<ReadAnswer>;
}

/** Reads a sample without keeping anything. */
export async function readSample(reader: Reader, { input, files }: DocumentSample): Promise<ReadAnswer> {
  return reader.read({ input, files: await files() });
}

/**
 * Keeps readings in `folder`, so that a later run only repeats the judging, which takes seconds: for work on the checks. The caller removes
 * readings of another version of the reader.
 */
export function keepReadings(reader: Reader, folder: string) {
  mkdirSync(folder, { recursive: true });
  let reused = 0;
  return {
    /** The number of answers from an earlier run. */
    reused: () => reused,

    async read(sample: DocumentSample): Promise<ReadAnswer> {
      const file = join(folder, `${sample.label.replace(/[^\w.-]+/g, '_')}.json`);
      const kept = findKept(file);
      if (kept !== null) {
        reused++;
        return kept;
      }
      const answer = await readSample(reader, sample);
      writeFileSync(file, JSON.stringify(answer));
      return answer;
    },
  };
}

function findKept(file: string): ReadAnswer | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReadAnswer; // Written above, from the same type.
  } catch {
    return null;
  }
}
