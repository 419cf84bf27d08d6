import { usualReadLanguages, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { ModelStore } from '../nets/model-store.ts';
import { encodeBitmap } from '../rasters/encode-bitmap.ts';
import { lineHeightPx, type SecondReader } from './second-reader.ts';
import { startSpellingEngine, type SpellingEngine, type StartSpellingEngine } from './spelling-engine.ts';

/** An engine takes some 50 MB. The least recently used one makes room for another's languages. */
const mostEngines = 2;

/** Languages whose data are not installed: Tesseract reads their lines in the page's other languages. */
const withoutData: readonly ReadLanguage[] = ['cym', 'gle', 'isl'];

/**
 * Reads lines by Tesseract in its own thread; lines wait for each other. Starts with the usual languages (throws `ModelUnavailable`
 * without their data); others when they are first asked for.
 */
export async function createTesseractReader(
  models: Pick<ModelStore, 'readVerified'>,
  startEngine: StartSpellingEngine = startSpellingEngine,
): Promise<SecondReader> {
  const engines = new Map<string, Promise<SpellingEngine>>();
  await engineOf(usualReadLanguages);
  let asking: Promise<unknown> = Promise.resolve();

  /** The engine of these languages, marked as the most recently used. */
  async function engineOf(asked: readonly ReadLanguage[]): Promise<SpellingEngine> {
    const withData = asked.filter((language) => !withoutData.includes(language));
    const languages = withData.length === 0 ? usualReadLanguages : withData;
    const name = languages.join('+');
    const engine = engines.get(name) ?? startEngine(languages, models);
    engines.delete(name);
    const [oldest] = engines;
    if (oldest !== undefined && engines.size >= mostEngines) {
      engines.delete(oldest[0]);
      await (await oldest[1]).close();
    }
    engines.set(name, engine);
    // Data that are missing now may be installed before the next line.
    engine.catch(() => engines.delete(name));
    return engine;
  }

  /** Hands the line to the engine, in the order of the calls: one that makes room for another has been given all its lines. */
  async function askForLine(picture: Buffer, languages: readonly ReadLanguage[]) {
    const engine = await engineOf(languages);
    return { engine, answer: engine.read(picture) };
  }

  return {
    async read({ pixels, widthPx }, languages, meter) {
      const picture = encodeBitmap(pixels, widthPx, lineHeightPx);
      const asked = asking.then(() => askForLine(picture, languages));
      asking = asked.catch(() => undefined);
      try {
        const { engine, answer } = await asked;
        // Named when they are asked: whether their first answer or the page's barcodes come first is chance.
        for (const model of engine.models) meter.count(model, 0);
        const reading = await answer;
        const [model] = engine.models;
        if (model !== undefined && reading !== null) meter.count(model, reading.runMs);
        return reading;
      } catch {
        return null;
      }
    },
  };
}
