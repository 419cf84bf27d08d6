import * as ort from 'onnxruntime-node';

/** An output of a run; `data` is row-major with the shape `dims`. */
export interface ModelOutput {
  data: Float32Array;
  dims: readonly number[];
}

/** An opened net of one or more inputs; a run gives the first one. */
export interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  /** Every output by its name; `runMs`: the wall time of the run alone. */
  run(
    input: string,
    data: Float32Array,
    dims: readonly number[],
  ): Promise<{ outputs: Readonly<Record<string, ModelOutput>>; runMs: number }>;
}

/** A session in this thread: onnxruntime's binding for Node blocks the calling thread during a run. */
export async function openSession(bytes: Buffer, options: ort.InferenceSession.SessionOptions): Promise<Session> {
  const session = await ort.InferenceSession.create(bytes, options);
  const { inputNames, outputNames } = session;
  return {
    inputNames,
    outputNames,
    async run(input, data, dims) {
      const startedAt = performance.now();
      const answer = await session.run({ [input]: new ort.Tensor('float32', data, dims) });
      const runMs = performance.now() - startedAt;
      const outputs: Record<string, ModelOutput> = {};
      for (const [name, output] of Object.entries(answer)) {
        if (!(output.data instanceof Float32Array)) throw new Error(`The output '${name}' is not of floats`);
        outputs[name] = { data: output.data, dims: output.dims };
      }
      return { outputs, runMs };
    },
  };
}
