import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import { usualReadLanguages, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import { agreeOnSpelling, spacesOfSecondAlone } from './agree-on-spelling.ts';
import { encodeBitmap } from '../rasters/encode-bitmap.ts';
import { hasOtherMarks } from './marks-above.ts';
import type { ModelStore } from '../nets/model-store.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import {
  startSpellingEngine,
  type SecondReading,
  type SpellingEngine,
  type StartSpellingEngine,
} from './spelling-engine.ts';
import { hasLostSpace, hasMadeUpSpace } from './word-gaps.ts';

/** A line as both readings spell it, and whether they saw the same letters; `agreed` is absent where none was asked. */
export interface SpelledLine {
  text: string;
  agreed?: boolean;
}

export interface LineSpeller {
  /**
   * The text of a line with its marks and spaces, as far as a second reading in these languages agrees with the first. Runs in a
   * its own thread; lines wait for each other. Never rejects: without a second reading the first stays.
   */
  spell(
    raster: Raster,
    line: { text: string; box: Quad },
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SpelledLine>;
}

/** An engine takes some 50 MB; the one that was not asked for longest makes room for another's languages. */
const mostEngines = 2;
const lineHeightPx = 36;
const widestLinePx = 1600;
/** Shares of the line's height: marks above capitals lie outside the detected box. */
const margins = { above: 0.3, below: 0.1, beside: 0.2 };

/** Starts with the usual languages (throws `ModelUnavailable` without their data); others when they are first asked for. */
export async function createLineSpeller(
  models: Pick<ModelStore, 'readVerified'>,
  startEngine: StartSpellingEngine = startSpellingEngine,
): Promise<LineSpeller> {
  const engines = new Map<string, Promise<SpellingEngine>>();
  await engineOf(usualReadLanguages);
  let asking: Promise<unknown> = Promise.resolve();

  /** The engine of these languages, as the youngest of those that run. */
  async function engineOf(languages: readonly ReadLanguage[]): Promise<SpellingEngine> {
    const name = languages.join('+');
    const engine = engines.get(name) ?? startEngine(languages, models);
    engines.delete(name);
    const [oldest] = engines;
    if (oldest !== undefined && engines.size >= mostEngines) {
      engines.delete(oldest[0]);
      await (await oldest[1]).close();
    }
    engines.set(name, engine);
    // Data that are missing now may be there for the next line.
    engine.catch(() => engines.delete(name));
    return engine;
  }

  /** Hands the line to the engine, in the order of the calls: one that makes room for another has been given all its lines. */
  async function askForLine(picture: Buffer, languages: readonly ReadLanguage[]) {
    const engine = await engineOf(languages);
    return { engine, answer: engine.read(picture) };
  }

  async function readLine(
    picture: Buffer,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SecondReading | null> {
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
  }

  return {
    async spell(raster, line, languages, meter) {
      if (!hasSpelling(line.text)) return { text: line.text };
      const box = withMargins(line.box);
      const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
      const width = Math.round(Math.min(widestLinePx, Math.max(lineHeightPx, ratio * lineHeightPx)));
      const pixels = sampleQuad(raster, box, width, lineHeightPx);
      const picture = encodeBitmap(pixels, width, lineHeightPx);
      const second = await readLine(picture, languages, meter);
      if (second === null) return { text: line.text, agreed: false };
      const spelled = agreeOnSpelling(line.text, second);
      if (!spelled.agreed) return spelled;
      const ink = [pixels, width, lineHeightPx] as const;
      const isOtherInInk =
        hasOtherMarks(spelled.text, second.words, ...ink) ||
        hasLostSpace(spelled.text, ...ink) ||
        hasMadeUpSpace(second.words, spacesOfSecondAlone(line.text, second.text), ...ink);
      return { ...spelled, agreed: !isOtherInInk };
    },
  };
}

/** Numbers and signs have no spelling, and a letter or two have none that a second reader could tell. */
function hasSpelling(text: string): boolean {
  return /\p{L}/u.test(text) && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3;
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
