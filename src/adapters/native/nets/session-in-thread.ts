import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import type { ModelOutput, Session } from './session.ts';

/** Opens the net, says so, and answers each question in turn. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const { InferenceSession, Tensor } = require(workerData.onnxruntime);
const reasonOf = (error) => (error instanceof Error ? error.message : String(error));
let session;
async function open(bytes) {
  try {
    session = await InferenceSession.create(bytes, workerData.options);
    parentPort.postMessage({ inputNames: session.inputNames, outputNames: session.outputNames });
  } catch (error) {
    parentPort.postMessage({ failed: reasonOf(error) });
  }
}
async function run({ id, input, data, dims }) {
  try {
    const startedAt = performance.now();
    const answer = await session.run({ [input]: new Tensor('float32', data, dims) });
    const runMs = performance.now() - startedAt;
    const outputs = {};
    for (const [name, output] of Object.entries(answer)) outputs[name] = { data: output.data, dims: output.dims };
    parentPort.postMessage({ id, outputs, runMs }, Object.values(outputs).map(({ data }) => data.buffer));
  } catch (error) {
    parentPort.postMessage({ id, failed: reasonOf(error) });
  }
}
parentPort.on('message', (message) => (message.bytes === undefined ? run(message) : open(message.bytes)));
`;

interface Answer {
  outputs: Readonly<Record<string, ModelOutput>>;
  runMs: number;
}
type Opened = Pick<Session, 'inputNames' | 'outputNames'>;
type Message = (Opened & { id?: undefined }) | { id?: number; failed: string } | (Answer & { id: number });

/** A run that waits for its answer. */
interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/**
 * A session in its own thread, so that the calling thread and other models work during its runs. Runs are done in the order of the calls. The
 * thread keeps the process only while a run waits. When it ends, the runs that wait fail, and so do later ones.
 */
export async function openSessionInThread(bytes: Buffer, options: InferenceSession.SessionOptions): Promise<Session> {
  const onnxruntime = createRequire(import.meta.url).resolve('onnxruntime-node');
  const worker = new Worker(thread, { eval: true, execArgv: [], workerData: { onnxruntime, options } });
  const waiting = new Map<number, Waiting>();
  let ended: Error | null = null;
  let last = 0;

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  function answer(id: number, give: (run: Waiting) => void): void {
    const run = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (run !== undefined) give(run);
  }

  const opened = await new Promise<Opened>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if ('inputNames' in message) resolve(message);
      else if (message.id === undefined) reject(new Error('failed' in message ? message.failed : 'no session'));
      else if ('failed' in message) answer(message.id, (run) => run.reject(new Error(message.failed)));
      else answer(message.id, (run) => run.resolve(message));
    });
    worker.on('error', (error) => {
      end(error instanceof Error ? error : new Error(String(error)));
      reject(error);
    });
    worker.on('exit', () => {
      const error = new Error('The thread of a model ended');
      end(error);
      reject(error);
    });
    // Moved when they have their own memory: a copy would stay until the next garbage collection.
    worker.postMessage({ bytes }, bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []);
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  worker.unref();

  return {
    ...opened,
    async run(input, data, dims) {
      if (ended !== null) throw ended;
      const { outputs, runMs } = await new Promise<Answer>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: last, input, data, dims });
      });
      for (const [name, output] of Object.entries(outputs)) {
        if (!(output.data instanceof Float32Array)) throw new Error(`The output '${name}' is not of floats`);
      }
      return { outputs, runMs };
    },
  };
}
