import {
  readModelFile,
  type AntiSpoofingContract,
  type CatalogueEntry,
  type ModelCatalogue,
} from '../../model-catalogue.ts';
import { foldArithmetic } from '../../onnx/fold-arithmetic.ts';
import { suitBlocks } from '../../onnx/suit-blocks.ts';
import type { ModelReference } from '../../../domain/ports/pages/page-reader.ts';
import { openSessionInThread } from './session-in-thread.ts';
import { openSession, type ModelOutput, type Session } from './session.ts';

/** A loaded model with one input. */
export interface Model extends ModelReference {
  /** For an anti-spoofing model; null for every other. */
  antiSpoofing: AntiSpoofingContract | null;
  /** One run; `data` is row-major with the shape `dims`. Returns the first output; `runMs` is the wall time of the model alone. */
  run(data: Float32Array, dims: readonly number[]): Promise<ModelOutput & { runMs: number }>;
  /** The same, with every output by its name in the file. */
  runAll(
    data: Float32Array,
    dims: readonly number[],
  ): Promise<{ outputs: Readonly<Record<string, ModelOutput>>; runMs: number }>;
}

export interface ModelStore {
  /**
   * The model with that catalogue name. One session per process, loaded at the first call, whose `change` of the net holds for all of them.
   * @throws ModelUnavailable
   */
  load(name: string, change?: (net: Buffer) => Buffer): Promise<Model>;
  /**
   * The bytes of a model, for adapters that run it themselves.
   * @throws ModelUnavailable
   */
  readBytes(name: string): { bytes: Buffer; model: ModelReference };
  /**
   * The text of a catalogue entry that is not a network.
   * @throws ModelUnavailable
   */
  readText(name: string): string;
}

/** A model that cannot be used: its check must end as an error, never as a pass. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable';
  /** The file is missing. A file that exists and is damaged must not be skipped. */
  readonly missing: boolean;

  constructor(message: string, { missing = false }: { missing?: boolean } = {}) {
    super(message);
    this.missing = missing;
  }
}

/**
 * Opens models of the catalogue after comparing their hashes. `threads` limits the threads inside one run of models for which the catalogue
 * gives no number; two suit a worker with two cores. Models that run for 1 to 7 ms have one thread: two threads wait for each other longer
 * than the second one helps (a video of 20 s fell from 6.8 s of processor time to 1.9 s). The memory arena is off except for models of which
 * the catalogue says so: it only ever grows, so it suits inputs that have a largest size. The text detector needs 230 MB for a page; without
 * the arena these leave fragments in the heap of the C library, and a page takes an eighth more processor time.
 */
export function createModelStore(options: {
  catalogue: Pick<ModelCatalogue, 'getModel'>;
  threads?: number;
  /** Called for each run of a model. */
  onRun?: (name: string, runMs: number) => void;
}): ModelStore {
  const { catalogue, threads = 2, onRun = () => undefined } = options;
  const loaded = new Map<string, Promise<Model>>();

  return {
    load(name, change = (net) => net) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const entry = catalogue.getModel(name);
      const loading = openModel(entry, { threads: entry.threads ?? threads, change, onRun });
      loaded.set(name, loading);
      // A file that appears later may be tried again.
      loading.catch(() => loaded.delete(name));
      return loading;
    },
    readBytes(name) {
      const entry = catalogue.getModel(name);
      const { bytes, sha256 } = readVerified(entry);
      return { bytes, model: { name, sha256 } };
    },
    readText: (name) => readVerified(catalogue.getModel(name)).bytes.toString('utf8'),
  };
}

async function openModel(
  entry: CatalogueEntry,
  {
    threads,
    change,
    onRun,
  }: { threads: number; change: (net: Buffer) => Buffer; onRun: (name: string, runMs: number) => void },
): Promise<Model> {
  const { bytes, sha256 } = readVerified(entry);
  const open = entry.ownThread === true ? openSessionInThread : openSession;
  const folded = entry.foldsArithmetic === true ? foldArithmetic(bytes) : bytes;
  const net = change(entry.suitsBlocks === true ? suitBlocks(folded) : folded);
  const session = await open(net, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Idle threads sleep. By default they spin for a while, which gains nothing here and takes the core from other workers.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    enableCpuMemArena: entry.reusesMemory ?? false,
    enableMemPattern: false,
    graphOptimizationLevel: 'all',
  });
  const { input, output: outputName } = endsOf(session, entry.name);
  async function runAll(data: Float32Array, dims: readonly number[]) {
    const answer = await session.run(input, data, dims);
    onRun(entry.name, answer.runMs);
    return answer;
  }
  return {
    name: entry.name,
    sha256,
    antiSpoofing: entry.antiSpoofing ?? null,
    runAll,
    async run(data, dims) {
      const { outputs, runMs } = await runAll(data, dims);
      const output = outputs[outputName];
      if (output === undefined) throw new Error(`Model '${entry.name}' gave no output`);
      return { ...output, runMs };
    },
  };
}

function endsOf({ inputNames, outputNames }: Session, name: string): { input: string; output: string } {
  const [input] = inputNames;
  const [output] = outputNames;
  if (input === undefined || output === undefined)
    throw new ModelUnavailable(`Model '${name}' has no input or no output`);
  return { input, output };
}

function readVerified(entry: CatalogueEntry): { bytes: Buffer; sha256: string } {
  const file = readModelFile(entry);
  if (file.status === 'ok') return { bytes: file.bytes, sha256: file.sha256 };
  const missing = file.status === 'missing';
  const fault = missing ? 'is missing' : 'does not have the hash that the catalogue pins';
  throw new ModelUnavailable(`Model '${entry.name}' ${fault}: ${entry.path}`, { missing });
}
