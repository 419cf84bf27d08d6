import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { ReadLanguage } from '../../domain/written-languages.ts';
import type { ModelReference } from '../../domain/ports/page-reader.ts';
import type { ModelStore } from './model-store.ts';

/** A word of a line, and its columns in the picture; `to` is behind the last one. */
export interface PlacedWord {
  text: string;
  from: number;
  to: number;
}

/** What the second reader says of a line; `confidence`: 0..1. */
export interface SecondReading {
  text: string;
  confidence: number;
  words: readonly PlacedWord[];
}

/** Tesseract with the data of some languages, in a thread of its own. */
export interface SpellingEngine {
  models: readonly ModelReference[];
  /** The text of a picture of one line. Null when it failed or took too long; it starts anew then. */
  read(picture: Buffer): Promise<SecondReading | null>;
  close(): Promise<void>;
}

/** A line takes some 15 ms; an engine that takes this long is stuck and replaced. */
const mostLineMs = 3_000;

/** Loads the language data from the disk (throws `ModelUnavailable`) and starts the thread. Nothing is fetched. */
export async function startSpellingEngine(
  languages: readonly ReadLanguage[],
  models: Pick<ModelStore, 'readVerified'>,
): Promise<SpellingEngine> {
  const data = languages.map((language) => ({ language, ...models.readVerified(`tesseract-${language}`) }));
  let engine = startThread(data);
  await engine;
  return {
    models: data.map(({ name, sha256 }) => ({ name, sha256 })),
    async read(picture) {
      try {
        const worker = await engine;
        const { data: read } = await withinTime(worker.recognize(picture, {}, { text: true, tsv: true }), mostLineMs);
        return { text: read.text, confidence: read.confidence / 100, words: wordsOf(read.tsv ?? '') };
      } catch {
        const stuck = engine;
        engine = stuck.then(async (worker) => {
          await worker.terminate();
          return startThread(data);
        });
        // A start that fails is tried again with the next line.
        engine.catch(() => (engine = startThread(data)));
        return null;
      }
    },
    async close() {
      await (await engine).terminate();
    },
  };
}

async function startThread(data: readonly { language: string; bytes: Buffer }[]): Promise<Worker> {
  // The engine reads its data from one folder, and the packages have one each.
  const folder = mkdtempSync(join(tmpdir(), 'verify-spelling-'));
  try {
    for (const { language, bytes } of data) writeFileSync(join(folder, `${language}.traineddata.gz`), bytes);
    const worker = await createWorker(
      data.map(({ language }) => language),
      OEM.LSTM_ONLY,
      // Without a handler of its own the engine throws its failures at the whole process.
      { langPath: folder, cacheMethod: 'none', gzip: true, errorHandler: () => undefined },
      // Italian data name a list of words that nobody ships, and the engine would complain of it on every start.
      'user_words_suffix \n',
    );
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE });
    return worker;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Level 5 of Tesseract's table are words: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordsOf(table: string): PlacedWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, , , , , , left, , width, , , text] = row.split('\t');
    if (level !== '5' || text === undefined || text.trim() === '') return [];
    return [{ text, from: Number(left), to: Number(left) + Number(width) }];
  });
}

async function withinTime<T>(promise: Promise<T>, mostMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the second reading took too long'));
    }, mostMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
