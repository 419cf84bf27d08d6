import type { ModelReference } from '../../domain/ports/page-reader.ts';
import type { Model } from './model-store.ts';

/** Counts what the models did for one page: their own run time and which of them took part. */
export interface PageMeter {
  /** Runs the model and adds the run to the count. */
  run(
    model: Model,
    data: Float32Array,
    dims: readonly number[],
  ): Promise<{ data: Float32Array; dims: readonly number[] }>;
  recogniserMs(): number;
  models(): ModelReference[];
}

export function createPageMeter(): PageMeter {
  let runMs = 0;
  const used = new Map<string, ModelReference>();
  return {
    async run(model, data, dims) {
      const output = await model.run(data, dims);
      runMs += output.runMs;
      used.set(model.name, { name: model.name, sha256: model.sha256 });
      return output;
    },
    recogniserMs: () => runMs,
    models: () => [...used.values()],
  };
}
