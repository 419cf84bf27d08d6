import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { ModelReference, Quad } from '../../domain/ports/page-reader.ts';
import { agreeOnSpelling } from './agree-on-spelling.ts';
import { encodeBitmap } from './encode-bitmap.ts';
import type { ModelStore } from './model-store.ts';
import type { PageMeter } from './page-meter.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from './quad.ts';
import type { Raster } from './raster.ts';
import { sampleQuad } from './sample-quad.ts';

/** A line as both readings spell it, and whether they saw the same letters; `agreed` is absent where none was asked. */
export interface SpelledLine {
  text: string;
  agreed?: boolean;
}

export interface LineSpeller {
  /**
   * The text of a line with its marks and spaces, as far as a second reading agrees with the first. Runs in a thread of its own;
   * lines wait for each other. Never rejects: without a second reading the first stays.
   */
  spell(raster: Raster, line: { text: string; box: Quad }, meter: PageMeter): Promise<SpelledLine>;
}

/** Portuguese and Spanish: each further language costs time on every line, and gives names of the others wrong marks. */
const languages = ['por', 'spa'] as const;
const lineHeightPx = 36;
const widestLinePx = 1600;
/** Shares of the line's height: marks above capitals lie outside the detected box. */
const margins = { above: 0.3, below: 0.1, beside: 0.2 };
/** A line takes some 15 ms; an engine that takes this long is stuck and replaced. */
const mostLineMs = 3_000;

/** Loads the language data from the disk (throws `ModelUnavailable`) and starts the thread. Nothing is fetched. */
export async function createLineSpeller(models: Pick<ModelStore, 'readVerified'>): Promise<LineSpeller> {
  const data = languages.map((language) => ({ language, ...models.readVerified(`tesseract-${language}`) }));
  const references: ModelReference[] = data.map(({ name, sha256 }) => ({ name, sha256 }));
  let engine: Promise<Worker> = startEngine(data);
  await engine;
  let last: Promise<unknown> = Promise.resolve();

  async function readLine(picture: Buffer, meter: PageMeter): Promise<{ text: string; confidence: number } | null> {
    const startedAt = performance.now();
    try {
      const worker = await engine;
      const { data: read } = await withinTime(worker.recognize(picture), mostLineMs);
      return { text: read.text, confidence: read.confidence / 100 };
    } catch {
      const stuck = engine;
      engine = stuck.then(async (worker) => {
        await worker.terminate();
        return startEngine(data);
      });
      // A start that fails is tried again with the next line.
      engine.catch(() => (engine = startEngine(data)));
      return null;
    } finally {
      for (const reference of references) meter.count(reference, 0);
      meter.count(references[0] ?? { name: 'tesseract', sha256: '' }, performance.now() - startedAt);
    }
  }

  return {
    async spell(raster, line, meter) {
      if (!isLettered(line.text)) return { text: line.text };
      const box = withMargins(line.box);
      const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
      const width = Math.round(Math.min(widestLinePx, Math.max(lineHeightPx, ratio * lineHeightPx)));
      const picture = encodeBitmap(sampleQuad(raster, box, width, lineHeightPx), width, lineHeightPx);
      const reading = last.then(() => readLine(picture, meter));
      last = reading;
      const second = await reading;
      return second === null ? { text: line.text, agreed: false } : agreeOnSpelling(line.text, second);
    },
  };
}

async function startEngine(data: readonly { language: string; bytes: Buffer }[]): Promise<Worker> {
  // The engine reads its data from one folder, and the packages have one each.
  const folder = mkdtempSync(join(tmpdir(), 'verify-spelling-'));
  try {
    for (const { language, bytes } of data) writeFileSync(join(folder, `${language}.traineddata.gz`), bytes);
    const worker = await createWorker(
      data.map(({ language }) => language),
      OEM.LSTM_ONLY,
      // Without a handler of its own the engine throws its failures at the whole process.
      { langPath: folder, cacheMethod: 'none', gzip: true, errorHandler: () => undefined },
    );
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE });
    return worker;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Numbers and signs have no spelling. */
function isLettered(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 3 && 2 * letters >= text.replace(/\s/g, '').length;
}

function withMargins(box: Quad): Quad {
  const height = quadHeight(box);
  const [x, y] = quadCentre(box);
  const direction = quadDirection(box);
  const shift = ((margins.below - margins.above) / 2) * height;
  return rectangleQuad(
    [x - direction[1] * shift, y + direction[0] * shift],
    direction,
    quadWidth(box) + 2 * margins.beside * height,
    height * (1 + margins.above + margins.below),
  );
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
