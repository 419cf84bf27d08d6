import { OutOfTime } from '../../../domain/ports/out-of-time.ts';
import type { ModelReference } from '../../../domain/ports/pages/page-reader.ts';
import type { Model } from './model-store.ts';
import type { ModelOutput } from './session.ts';

/** Measures the models' work for one page: their run time, and which of them took part. */
export interface PageMeter {
  /** Runs the model and adds the run to the count. @throws OutOfTime when it is late */
  run(model: Model, data: Float32Array, dims: readonly number[]): Promise<ModelOutput>;
  /** The same for a model with several outputs. */
  runAll(model: Model, data: Float32Array, dims: readonly number[]): Promise<Readonly<Record<string, ModelOutput>>>;
  /** Names an engine that is not a net before its first run: engines are listed in the order in which they are named. */
  name(engine: ModelReference): void;
  /** Adds a run of an engine that is not a net. */
  count(engine: ModelReference, runMs: number): void;
  recogniserMs(): number;
  models(): ModelReference[];
}

/** `isLate` is checked before each run of a model, so that a page whose time is up stops there. */
export function createPageMeter({ isLate = () => false }: { isLate?: () => boolean } = {}): PageMeter {
  let runMs = 0;
  const used = new Map<string, ModelReference>();
  function note({ name, sha256 }: ModelReference): void {
    used.set(name, { name, sha256 });
  }
  function count(engine: ModelReference, ms: number): void {
    runMs += ms;
    note(engine);
  }
  return {
    async run(model, data, dims) {
      if (isLate()) throw new OutOfTime('page reader');
      // Models are named in the order of the calls, because the order in which parallel runs end is random.
      note(model);
      const output = await model.run(data, dims);
      count(model, output.runMs);
      return output;
    },
    async runAll(model, data, dims) {
      if (isLate()) throw new OutOfTime('page reader');
      note(model);
      const answer = await model.runAll(data, dims);
      count(model, answer.runMs);
      return answer.outputs;
    },
    name: note,
    count,
    recogniserMs: () => runMs,
    models: () => [...used.values()],
  };
}
