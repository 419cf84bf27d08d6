import { createHash } from 'node:crypto';
import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import { createModelStore, type Model, type ModelStore } from '../../src/adapters/native/nets/model-store.ts';

const stores = new Map<string | undefined, ModelStore>();

/** Models of the catalogue, those of `modelsDir` in front: loaded once in a process, whatever many files run in it. */
export function sharedModels(modelsDir?: string): ModelStore {
  const known = stores.get(modelsDir);
  if (known !== undefined) return known;
  // Two files run at a time on two cores: with more threads they slow each other down by a sixth.
  const store = createModelStore({ catalogue: readModelCatalogue({ modelsDir }), threads: 1 });
  const remembering = new Map<Model, Model>();
  const shared: ModelStore = {
    ...store,
    async load(...given) {
      const model = await store.load(...given);
      const own = remembering.get(model) ?? onceForEachInput(model);
      remembering.set(model, own);
      return own;
    },
  };
  stores.set(modelsDir, shared);
  return shared;
}

/**
 * The net runs once for each input in a process, since it gives the same outputs for the same input: many tests send the same picture, and
 * every stack warms its nets up with the same blank one.
 */
function onceForEachInput(model: Model): Model {
  return {
    ...model,
    run: remembered((data, dims) => model.run(data, dims)),
    runAll: remembered((data, dims) => model.runAll(data, dims)),
  };
}

/** Of each net: some thousand answers about faces, a dozen about pages. */
const mostBytes = 16_000_000;

function remembered<Answer extends { runMs: number }>(
  ask: (data: Float32Array, dims: readonly number[]) => Promise<Answer>,
): (data: Float32Array, dims: readonly number[]) => Promise<Answer> {
  const answers = new Map<string, Answer>();
  let bytes = 0;
  return async (data, dims) => {
    // Before anything else: callers use the array of an input again.
    const input = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const key = createHash('sha256').update(input).update(dims.join()).digest('base64');
    const known = answers.get(key);
    // A copy for each caller, who may change it.
    if (known !== undefined) return structuredClone(known);
    const answer = await ask(data, dims);
    if (!answers.has(key)) bytes += bytesOf(answer);
    answers.set(key, structuredClone(answer));
    for (const [oldest, forgotten] of answers) {
      if (bytes <= mostBytes) break;
      answers.delete(oldest);
      bytes -= bytesOf(forgotten);
    }
    return answer;
  };
}

/** What the outputs of a net take. */
function bytesOf(answer: object): number {
  if (ArrayBuffer.isView(answer)) return answer.byteLength;
  return Object.values(answer).reduce(
    (sum: number, part: unknown) => sum + (part instanceof Object ? bytesOf(part) : 0),
    0,
  );
}
