import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { ModelReference } from '../../../domain/ports/pages/page-reader.ts';
import type { ModelStore } from '../nets/model-store.ts';
import type { PlacedWord, SecondReading } from './second-reader.ts';

/** What Tesseract says of a line. */
export interface EngineReading extends SecondReading {
  /** The time that the engine's own thread took, even when its answer arrived late. */
  runMs: number;
}

/** Tesseract with the data of some languages, in its own thread. */
export interface SpellingEngine {
  models: readonly ModelReference[];
  /**
   * The text of a picture of one line. Lines that are asked for at once wait in the engine's thread, so that it works on while the calling
   * thread is busy. Null when the engine failed or took too long; then it starts again.
   */
  read(picture: Buffer): Promise<EngineReading | null>;
  /** Ends it once the submitted lines are read. */
  close(): Promise<void>;
}

/** A line takes some 15 ms; an engine that takes this long is stuck and replaced. */
const mostLineMs = 3_000;

export type StartSpellingEngine = typeof startSpellingEngine;

/** Loads the language data from the disk (throws `ModelUnavailable`) and starts the thread. Nothing is fetched. */
export async function startSpellingEngine(
  languages: readonly ReadLanguage[],
  models: Pick<ModelStore, 'readVerified'>,
): Promise<SpellingEngine> {
  const data = languages.map((language) => ({ language, ...models.readVerified(`tesseract-${language}`) }));
  let running: Promise<ReadingThread> | null = startThread(data);
  let last: Promise<unknown> = running;
  await running;

  async function readInTurn(picture: Buffer, turn: Promise<unknown>): Promise<EngineReading | null> {
    const thread = (running ??= startThread(data));
    try {
      const answer = (await thread).read(picture);
      // It may fail before its turn; the error is handled below.
      answer.catch(() => undefined);
      await turn;
      // A thread that got stuck on an earlier line also lost the lines after it.
      if (running !== thread) return await readInTurn(picture, turn);
      return await withinTime(answer, mostLineMs);
    } catch {
      if (running === thread) running = null;
      thread.then(
        (stuck) => stuck.close(),
        () => undefined,
      );
      return null;
    }
  }

  return {
    models: data.map(({ name, sha256 }) => ({ name, sha256 })),
    read(picture) {
      const reading = readInTurn(picture, last);
      last = reading;
      return reading;
    },
    async close() {
      await last;
      await (await running)?.close();
    },
  };
}

interface ReadingThread {
  read(picture: Buffer): Promise<EngineReading>;
  close(): Promise<void>;
}

async function startThread(data: readonly { language: string; bytes: Buffer }[]): Promise<ReadingThread> {
  const worker = await startWorker(data);
  let countedMs = busyMs(worker);
  return {
    async read(picture) {
      const { data: read } = await worker.recognize(picture, {}, { text: true, tsv: true });
      const before = countedMs;
      countedMs = busyMs(worker);
      const words = wordsOf(read.tsv ?? '');
      return { text: read.text, confidence: read.confidence / 100, words, runMs: countedMs - before };
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** How long the engine's thread has worked since it was started. The package's types leave out the thread. */
function busyMs(worker: Worker): number {
  return (worker as Worker & { worker: Thread }).worker.performance.eventLoopUtilization().active;
}

async function startWorker(data: readonly { language: string; bytes: Buffer }[]): Promise<Worker> {
  // The engine reads its data from one folder, and the packages have one each.
  const folder = mkdtempSync(join(tmpdir(), 'verify-spelling-'));
  try {
    for (const { language, bytes } of data) writeFileSync(join(folder, `${language}.traineddata.gz`), bytes);
    const worker = await createWorker(
      data.map(({ language }) => language),
      OEM.LSTM_ONLY,
      // Without its own handler the engine throws its failures at the whole process.
      { langPath: folder, cacheMethod: 'none', gzip: true, errorHandler: () => undefined },
      // Italian data name a list of words that no package ships, and the engine would complain about it on every start.
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
    const [level, , , , , , left, , width, , confidence, text] = row.split('\t');
    if (level !== '5' || text === undefined || text.trim() === '') return [];
    return [{ text, from: Number(left), to: Number(left) + Number(width), confidence: Number(confidence) / 100 }];
  });
}

async function withinTime<T>(promise: Promise<T>, mostMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // An answer may have arrived while this thread was busy: it is taken first.
    timer = setTimeout(() => setImmediate(() => reject(new Error('the second reading took too long'))), mostMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
