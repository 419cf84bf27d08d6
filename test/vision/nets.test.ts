import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { readModelCatalogue, readModelFile } from '../../src/adapters/model-catalogue.ts';
import { openSessionInThread } from '../../src/adapters/native/nets/session-in-thread.ts';
import { openSession } from '../../src/adapters/native/nets/session.ts';
import { eachInOrder } from '../../src/adapters/native/pages/each-in-order.ts';
import { answerBriefly } from '../../src/adapters/onnx/answer-briefly.ts';
import { EditableGraph } from '../../src/adapters/onnx/editable-graph.ts';
import { foldArithmetic } from '../../src/adapters/onnx/fold-arithmetic.ts';
import { GraphBuilder } from '../../src/adapters/onnx/graph-builder.ts';
import { suitBlocks } from '../../src/adapters/onnx/suit-blocks.ts';

const catalogue = readModelCatalogue();

function fileOf(name: string): Buffer {
  const file = readModelFile(catalogue.getModel(name));
  if (file.status !== 'ok') throw new Error(`${name} is ${file.status}`);
  return file.bytes;
}

function noise(length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => Math.sin(index * 0.37) + Math.cos(index * index * 0.011));
}

/** All numbers that a net gives for noise. */
async function outputOf(file: Buffer, dims: readonly number[]): Promise<Float32Array> {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });
  const input = new Tensor('float32', noise(dims.reduce((product, size) => product * size, 1)), dims);
  const outputs = Object.values(await session.run({ [session.inputNames[0] ?? '']: input }));
  await session.release();
  return Float32Array.from(
    outputs.flatMap(({ data }) => {
      if (!(data instanceof Float32Array)) throw new Error('no floats');
      return [...data];
    }),
  );
}

function largestDifference(wanted: Float32Array, given: Float32Array): number {
  expect(given).toHaveLength(wanted.length);
  return wanted.reduce((most, value, index) => Math.max(most, Math.abs(value - (given[index] ?? NaN))), 0);
}

/** Activations in steps, transposed convolutions, and weights of channels whose product is added to what they weigh. */
function foldableIn(net: Buffer) {
  const graph = new EditableGraph(net);
  const nodes = graph.nodes();
  const count = (operator: string) => nodes.filter((node) => node.operator === operator).length;
  const weighed = nodes.filter((node) => {
    const sum = node.operator === 'Mul' ? graph.onlyUserOf(node) : null;
    return sum?.operator === 'Add' && sum.inputs.some((input) => node.inputs.includes(input));
  });
  return { activations: count('Clip'), enlargements: count('ConvTranspose'), weighed: weighed.length };
}

// Sides that are no multiples of a convolution's window: its padding counts most there.
test.each([
  {
    name: 'pp-ocr-v4-text-recogniser',
    dims: [1, 3, 48, 90],
    inFile: { activations: 28, enlargements: 0, weighed: 0 },
  },
  {
    name: 'pp-ocr-v4-text-detector',
    dims: [1, 3, 96, 160],
    inFile: { activations: 24, enlargements: 2, weighed: 8 },
  },
])('$name with folded arithmetic gives what its file gives', async ({ name, dims, inFile }) => {
  const file = fileOf(name);
  const folded = foldArithmetic(file);
  expect(foldableIn(file)).toEqual(inFile);
  expect(foldableIn(folded)).toEqual({ activations: 0, enlargements: 0, weighed: 0 });
  expect(largestDifference(await outputOf(file, dims), await outputOf(folded, dims))).toBeLessThan(1e-5);
});

test('a brief answer has the likeliest class of each frame, its probability and those of the kept classes', async () => {
  const file = fileOf('pp-ocr-v4-text-recogniser');
  const [dims, classes, kept] = [[1, 3, 48, 90], 6625, [0, 6624, 41]] as const;
  const whole = await outputOf(file, dims);
  const brief = await outputOf(answerBriefly(file, { classes, kept }), dims);
  const frames = Array.from({ length: whole.length / classes }, (_, frame) =>
    whole.subarray(frame * classes, (frame + 1) * classes),
  );
  const wanted = frames.flatMap((all) => {
    const most = Math.max(...all);
    return [all.indexOf(most), most, ...kept.map((kind) => all[kind] ?? NaN)];
  });
  expect(frames.length).toBeGreaterThan(5);
  expect([...brief]).toEqual(wanted);
  expect(() => answerBriefly(file, { classes: 6624, kept })).toThrow('6624 classes');
  expect(() => answerBriefly(fileOf('ocrb-line'), { classes, kept })).toThrow();
});

test('every model whose arithmetic is folded is one of those that are compared', () => {
  const folded = catalogue.entries.filter(({ foldsArithmetic }) => foldsArithmetic === true).map(({ name }) => name);
  expect(folded.sort()).toEqual(['pp-ocr-v4-text-detector', 'pp-ocr-v4-text-recogniser']);
});

const preluCount = (net: Buffer) =>
  new EditableGraph(net).nodes().filter(({ operator }) => operator === 'PRelu').length;

/** Sums of a convolution and a value that onnxruntime does not keep in blocks of channels. */
function outsideSums(net: Buffer): number {
  const nodes = new EditableGraph(net).nodes();
  const makerOf = (value: string) => nodes.find(({ outputs }) => outputs.includes(value))?.operator ?? '';
  const sums = nodes.filter(({ operator }) => operator === 'Add').map(({ inputs }) => inputs.map(makerOf));
  return sums.filter((makers) => makers.includes('Conv') && makers.some((one) => one === 'Pad' || one === 'MaxPool'))
    .length;
}

// These nets give pixels of an input of 192 and of 64.
test.each([
  { name: 'facemesh', dims: [1, 192, 192, 3], inFile: [28, 7] },
  { name: 'iris', dims: [2, 64, 64, 3], inFile: [53, 6] },
])('$name gives what its file gives when it suits blocks of channels', async ({ name, dims, inFile }) => {
  const file = fileOf(name);
  const split = suitBlocks(file);
  expect([preluCount(file), outsideSums(file)]).toEqual(inFile);
  expect([preluCount(split), outsideSums(split)]).toEqual([0, 0]);
  expect(largestDifference(await outputOf(file, dims), await outputOf(split, dims))).toBeLessThan(2e-4);
});

test('every model that is opened to suit blocks is compared here, or with its known answer at each start', () => {
  const split = catalogue.entries.filter(({ suitsBlocks }) => suitsBlocks === true);
  const others = split.filter(({ antiSpoofing }) => antiSpoofing?.knownAnswer === undefined);
  expect(others.map(({ name }) => name).sort()).toEqual(['facemesh', 'iris']);
});

/** A net that computes nothing but PRelu. */
function preluNet(slopeDims: readonly number[], slopes: readonly number[]): Buffer {
  const graph = new GraphBuilder('prelu');
  const x = graph.input('x', [1, 4, 5, 6]);
  graph.output(graph.node('PRelu', [x, graph.floats(slopeDims, Float32Array.from(slopes))]), 'y', [1, 4, 5, 6]);
  return graph.end();
}

test('PRelu is replaced exactly, no matter which slopes it has, and stays where it has not one for each channel', async () => {
  for (const dims of [
    [4, 1, 1],
    [1, 4, 1, 1],
  ]) {
    const net = preluNet(dims, [0.25, -0.3, 1.7, 0]);
    const split = suitBlocks(net);
    expect(preluCount(split)).toBe(0);
    expect(largestDifference(await outputOf(net, [1, 4, 5, 6]), await outputOf(split, [1, 4, 5, 6]))).toBe(0);
  }
  expect(preluCount(suitBlocks(preluNet([1], [0.25])))).toBe(1);
  expect(preluCount(suitBlocks(preluNet([5, 6], Array<number>(30).fill(0.1))))).toBe(1);
});

test('a net that was changed before can be changed again', async () => {
  const file = fileOf('iris');
  const dims = [1, 64, 64, 3];
  const twice = suitBlocks(foldArithmetic(file));
  expect(largestDifference(await outputOf(file, dims), await outputOf(twice, dims))).toBeLessThan(2e-4);
});

const lineDims = (width: number) => [1, 1, 32, width] as const;
const line = (width: number) => noise(32 * width);

test('a net in its own thread gives what it gives in this one, in the order of the calls', async () => {
  const here = await openSession(fileOf('ocrb-line'), { intraOpNumThreads: 1 });
  const there = await openSessionInThread(fileOf('ocrb-line'), { intraOpNumThreads: 1 });
  expect([there.inputNames, there.outputNames]).toEqual([here.inputNames, here.outputNames]);
  const [input = ''] = here.inputNames;
  const ended: number[] = [];
  const widths = [320, 160, 480];
  await Promise.all(
    widths.map(async (width) => {
      const { outputs } = await there.run(input, line(width), lineDims(width));
      ended.push(width);
      expect(outputs).toEqual((await here.run(input, line(width), lineDims(width))).outputs);
    }),
  );
  expect(ended).toEqual(widths);
});

test('a run that fails in the thread of a net fails alone', async () => {
  const net = await openSessionInThread(fileOf('ocrb-line'), {});
  const [input = ''] = net.inputNames;
  await expect(net.run(input, line(160), [1, 2, 3])).rejects.toThrow();
  await expect(net.run(input, line(160), lineDims(160))).resolves.toMatchObject({
    runMs: expect.any(Number) as number,
  });
  await expect(openSessionInThread(Buffer.from('no net'), {})).rejects.toThrow();
});

test('this thread works during the runs of a net in its own', async () => {
  const net = await openSessionInThread(fileOf('ocrb-line'), { intraOpNumThreads: 1 });
  async function turnsDuringRun(): Promise<number> {
    let isDone = false;
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    turn();
    await net.run(net.inputNames[0] ?? '', line(1392), lineDims(1392));
    isDone = true;
    return turns;
  }
  // A run in this thread leaves two or three turns. One in its own may, too, while the system gives this thread no processor.
  let most = 0;
  for (let run = 0; run < 50 && most <= 20; run += 1) most = Math.max(most, await turnsDuringRun());
  expect(most).toBeGreaterThan(20);
});

test('items are worked on in order, some at a time, and the first failure is the result', async () => {
  let [open, most] = [0, 0];
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    most = Math.max(most, (open += 1));
    await new Promise((resolve) => setTimeout(resolve, 5 * (4 - (item % 4))));
    open -= 1;
    if (item === 7) throw new Error('seven');
    return 10 * item;
  };
  expect(await eachInOrder([1, 2, 3, 4, 5, 6], 3, work)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
  expect(await eachInOrder([], 3, work)).toEqual([]);
  await expect(eachInOrder([6, 7, 8], 2, work)).rejects.toThrow('seven');
});
