import { readModelCatalogue } from '../src/adapters/model-catalogue.ts';
import { createDocumentInspector } from '../src/adapters/native/captures/document-inspector.ts';
import { createFaceAnalyser } from '../src/adapters/native/faces/face-analyser.ts';
import { createModelStore, type Model, type ModelStore } from '../src/adapters/native/nets/model-store.ts';
import { createPageReader } from '../src/adapters/native/pages/page-reader.ts';
import { findPortraitEdges } from '../src/adapters/native/captures/portrait-edge-finder.ts';
import { createPortraitFinder } from '../src/adapters/native/captures/portrait-finder.ts';
import type { LookContext } from '../src/domain/ports/pages/document-inspector.ts';
import { withPortrait } from '../src/services/media/find-portrait.ts';

/** One run of a recogniser that can be repeated; returns milliseconds. */
type Run = () => Promise<number>;

export interface RecognisersAlone {
  /** What the recognisers take for a picture when nothing else runs, in milliseconds. */
  measure(jpeg: Buffer): Promise<{ quickLookMs: number; readMs: number; portraitMs: number }>;
}

/**
 * Processes a picture as the workers do, keeps the inputs of each recogniser, and runs them again, one after the other. The times within a
 * page say less: recognisers wait for each other's cores and for the calling thread.
 */
export async function openRecognisersAlone(): Promise<RecognisersAlone> {
  const runs: Run[] = [];
  const models = keepingRuns(createModelStore({ catalogue: readModelCatalogue() }), runs);
  const inspector = await createDocumentInspector(models, { portraits: await createPortraitFinder(models) });
  const pageReader = await createPageReader(models);
  const portraitTools = { faceAnalyser: await createFaceAnalyser({ models }), findPortraitEdges };

  async function alone<T>(look: () => Promise<T>): Promise<{ seen: T; ms: number }> {
    runs.length = 0;
    const seen = await look();
    let ms = 0;
    for (const run of runs.splice(0)) ms += await run();
    return { seen, ms };
  }

  return {
    async measure(jpeg) {
      const quickLook = await alone(() => inspector.inspect(jpeg, context));
      const page = await alone(() => pageReader.read(jpeg));
      const portrait = await alone(() => withPortrait(page.seen, jpeg, portraitTools));
      return { quickLookMs: quickLook.ms, readMs: page.ms, portraitMs: portrait.ms };
    },
  };
}

const context: LookContext = { media: { kind: 'document-front' }, others: () => Promise.resolve([]) };

function keepingRuns(models: ModelStore, runs: Run[]): ModelStore {
  function keeping(model: Model): Model {
    function keep(...given: Parameters<Model['run']>): void {
      runs.push(async () => (await model.runAll(...given)).runMs);
    }
    return {
      ...model,
      run(...given) {
        keep(...given);
        return model.run(...given);
      },
      runAll(...given) {
        keep(...given);
        return model.runAll(...given);
      },
    };
  }
  return { ...models, load: async (...given) => keeping(await models.load(...given)) };
}
