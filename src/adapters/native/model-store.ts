import * as ort from 'onnxruntime-node';
import { readModelFile, type CatalogueEntry, type ModelCatalogue } from '../model-catalogue.ts';
import type { ModelReference } from '../../domain/ports/page-reader.ts';

/** A loaded net with one input and one output. */
export interface Model extends ModelReference {
  /** One run; `data` is row-major with the shape `dims`. `runMs` is the wall time of the net alone. */
  run(
    data: Float32Array,
    dims: readonly number[],
  ): Promise<{ data: Float32Array; dims: readonly number[]; runMs: number }>;
}

export interface ModelStore {
  /** The net of that catalogue name; one session a process, loaded at the first call. Throws `ModelUnavailable`. */
  load(name: string): Promise<Model>;
  /** The text of a catalogue entry that is not a net. Throws `ModelUnavailable`. */
  readText(name: string): string;
}

/** A model that cannot be used: its check must end as an error, never as a pass. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable';
}

/**
 * Opens models of the catalogue after comparing their hash. `threads` bounds the threads inside one run; two suit a
 * worker with two cores. The memory arena is off: pictures differ in size, so it would only ever grow.
 */
export function createModelStore(options: {
  catalogue: Pick<ModelCatalogue, 'getModel'>;
  threads?: number;
}): ModelStore {
  const { catalogue, threads = 2 } = options;
  const loaded = new Map<string, Promise<Model>>();

  return {
    load(name) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const loading = openModel(catalogue.getModel(name), threads);
      loaded.set(name, loading);
      // A file that appears later may be tried again.
      loading.catch(() => loaded.delete(name));
      return loading;
    },
    readText: (name) => readVerified(catalogue.getModel(name)).toString('utf8'),
  };
}

async function openModel(entry: CatalogueEntry, threads: number): Promise<Model> {
  const session = await ort.InferenceSession.create(readVerified(entry), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
  });
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  if (inputName === undefined || outputName === undefined) {
    throw new ModelUnavailable(`Model '${entry.name}' has no input or no output`);
  }
  return {
    name: entry.name,
    sha256: entry.sha256,
    async run(data, dims) {
      const startedAt = performance.now();
      const answer = await session.run({ [inputName]: new ort.Tensor('float32', data, dims) });
      const runMs = performance.now() - startedAt;
      const output = answer[outputName];
      if (output === undefined || !(output.data instanceof Float32Array)) {
        throw new Error(`Model '${entry.name}' gave no float output`);
      }
      return { data: output.data, dims: output.dims, runMs };
    },
  };
}

function readVerified(entry: CatalogueEntry): Buffer {
  const file = readModelFile(entry);
  if (file.status === 'ok') return file.bytes;
  const fault = file.status === 'missing' ? 'is missing' : 'does not have the hash that the catalogue pins';
  throw new ModelUnavailable(`Model '${entry.name}' ${fault}: ${entry.path}`);
}
