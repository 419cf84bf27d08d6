import sharp from 'sharp';
import type { FaceQuestions } from '../../src/domain/ports/faces/face-analyser.ts';
import { createFaceAnalyser } from '../../src/adapters/native/faces/face-analyser.ts';
import { ModelUnavailable, type Model, type ModelStore } from '../../src/adapters/native/nets/model-store.ts';
import { ownCpuMs } from '../cpu-time.ts';
import { quantile, type Row } from '../section.ts';

const rounds = 60;
const bar = 1.15;

/** One run of a net, as requested by the analyser. */
interface AskedRun {
  name: string;
  data: Float32Array;
  dims: readonly number[];
}

/** A face scored by the analyser, compared with the bare runs of the same nets and the decoding of the same picture, in turn. */
export async function benchScoring(models: ModelStore, jpeg: Buffer): Promise<Row[]> {
  const everything = { template: true, antiSpoofing: true, coverings: true, reproduction: true };
  return [
    await benchQuestions(models, jpeg, {
      what: 'a face scored for life: decoded, found, measured, judged by both families (four crops)',
      questions: { antiSpoofing: true },
      bar,
    }),
    await benchQuestions(models, jpeg, {
      what: 'the same with the template that is compared (two crops more)',
      questions: { antiSpoofing: true, template: true },
      bar,
    }),
    await benchQuestions(models, jpeg, {
      what: 'the same with template, coverings and signs of screens and prints (which run no net)',
      questions: everything,
      bar: null,
    }),
  ];
}

async function benchQuestions(
  models: ModelStore,
  jpeg: Buffer,
  asked: { what: string; questions: FaceQuestions; bar: number | null },
): Promise<Row> {
  const analyser = await createFaceAnalyser({ models });
  if (analyser.antiSpoofing.missing.length > 0) throw new ModelUnavailable('an anti-spoofing model: set MODELS_DIR');
  const runs = await noteRuns(models, jpeg, asked.questions);
  const nets = await Promise.all(runs.map(async (run) => ({ ...run, net: await models.load(run.name) })));
  const bare = async () => {
    await sharp(jpeg).removeAlpha().raw().toBuffer();
    for (const { net, data, dims } of nets) await net.run(data, dims);
  };
  const whole = async () => {
    await analyser.analyse(jpeg, asked.questions);
  };
  for (let warm = 0; warm < 5; warm += 1) await time(whole).then(() => time(bare));
  const took = { whole: [] as Timing[], bare: [] as Timing[] };
  for (let round = 0; round < rounds; round += 1) {
    took.whole.push(await time(whole));
    took.bare.push(await time(bare));
  }
  const median = (of: readonly Timing[], pick: (timing: Timing) => number) => quantile(of.map(pick), 0.5);
  const mean = (of: readonly Timing[]) => of.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / of.length;
  const wall = (timing: Timing) => timing.wallMs;
  const ratio = median(took.whole, wall) / median(took.bare, wall);
  const cpuRatio = mean(took.whole) / mean(took.bare);
  return {
    what: asked.what,
    measured: `median ${median(took.whole, wall).toFixed(1)} ms, processor ${mean(took.whole).toFixed(1)} ms`,
    against: `bare runs and decoding ${median(took.bare, wall).toFixed(1)} ms, processor ${mean(took.bare).toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)} ×, processor ${cpuRatio.toFixed(2)} ×`,
    bar: asked.bar === null ? '–' : `≤ ${asked.bar} ×`,
    met: asked.bar === null || ratio <= asked.bar,
    samples: `${rounds} + ${rounds} runs in turns, one picture`,
  };
}

/** The inputs of the nets for this picture, so that the bare runs get the same ones: the time of a run may depend on them. */
async function noteRuns(models: ModelStore, jpeg: Buffer, questions: FaceQuestions): Promise<AskedRun[]> {
  const runs: AskedRun[] = [];
  const load = async (name: string): Promise<Model> => {
    const model = await models.load(name);
    const note = (data: Float32Array, dims: readonly number[]) => runs.push({ name, data, dims });
    return {
      ...model,
      run: (data, dims) => (note(data, dims), model.run(data, dims)),
      runAll: (data, dims) => (note(data, dims), model.runAll(data, dims)),
    };
  };
  const analyser = await createFaceAnalyser({ models: { load } });
  runs.length = 0;
  await analyser.analyse(jpeg, questions);
  return runs;
}

interface Timing {
  wallMs: number;
  cpuMs: number;
}

async function time(task: () => Promise<void>): Promise<Timing> {
  const [startedAt, cpuBefore] = [performance.now(), ownCpuMs()];
  await task();
  return { wallMs: performance.now() - startedAt, cpuMs: ownCpuMs() - cpuBefore };
}
