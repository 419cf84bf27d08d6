import { channelwise, EditableGraph, newNode, type FloatTensor, type GraphNode } from './editable-graph.ts';
import { foldEnlargement } from './fold-enlargement.ts';

/**
 * The same net with less arithmetic between its convolutions. PP-OCR's exports compute each activation in steps (x + 3, clip, times x, divided
 * by 6, times a number, plus a number) and scale what a convolution gives; onnxruntime runs each step as a pass over the memory. A
 * convolution's weights take over what is linear. The outputs differ by float rounding only: by less than 0.000001.
 */
export function foldArithmetic(file: Buffer): Buffer {
  const graph = new EditableGraph(file);
  for (const node of graph.nodes()) if (isConvolution(node)) foldWhatFollows(graph, node);
  for (const node of graph.nodes()) foldHardSwish(graph, node);
  for (const node of graph.nodes()) foldSqueezed(graph, node);
  foldEnlargement(graph);
  return graph.end();
}

/** y = scale x + shift for each channel; arrays of one number hold for all channels. */
interface Affine {
  scale: Float64Array;
  shift: Float64Array;
}

function isConvolution({ operator, attributes }: GraphNode): boolean {
  return operator === 'Conv' || (operator === 'ConvTranspose' && (attributes.group ?? 1) === 1);
}

/** Takes over additions, multiplications and normalisations of a convolution's output. */
function foldWhatFollows(graph: EditableGraph, convolution: GraphNode): void {
  let current = convolution;
  for (;;) {
    const next = graph.onlyUserOf(current);
    const weights = graph.constant(current.inputs[1]);
    if (next === null || weights === undefined) return;
    const channels = channelsOf(current, weights);
    const affine = affineOf(graph, next, current.outputs[0] ?? '', channels);
    if (affine === null) return;
    const bias = biasOf(graph, current, channels);
    if (bias === undefined) return;
    const shifted = bias.map(
      (value, channel) => value * valueAt(affine.scale, channel) + valueAt(affine.shift, channel),
    );
    const folded = {
      ...current,
      inputs: [
        current.inputs[0] ?? '',
        graph.addConstant(scaleChannels(current, weights, affine.scale)),
        graph.addConstant({ dims: [channels], data: shifted }),
      ],
      outputs: next.outputs,
    };
    graph.replace([current, next], [folded]);
    current = folded;
  }
}

function channelsOf({ operator }: GraphNode, { dims }: FloatTensor): number {
  return (operator === 'ConvTranspose' ? dims[1] : dims[0]) ?? 0;
}

/** The weights with those of each output channel scaled. */
function scaleChannels(convolution: GraphNode, { dims, data }: FloatTensor, scales: Float64Array): FloatTensor {
  if (scales.every((scale) => scale === 1)) return { dims, data };
  const channels = channelsOf(convolution, { dims, data });
  // [channels, …] of a convolution, [inputs, channels, …] of a transposed one.
  const [first = 1, second = 1] = dims;
  const each = convolution.operator === 'ConvTranspose' ? data.length / (first * second) : data.length / first;
  const scaled = new Float32Array(data.length);
  for (let block = 0, start = 0; start < data.length; block++, start += each) {
    const scale = valueAt(scales, block % channels);
    for (let i = start; i < start + each; i++) scaled[i] = (data[i] ?? 0) * scale;
  }
  return { dims, data: scaled };
}

function biasOf(graph: EditableGraph, { inputs }: GraphNode, channels: number): Float32Array | undefined {
  return inputs[2] === undefined ? new Float32Array(channels) : graph.constant(inputs[2])?.data;
}

/** What a node does to a value, if that is a scale and a shift by constants. */
function affineOf(graph: EditableGraph, node: GraphNode, value: string, channels: number): Affine | null {
  if (node.operator === 'BatchNormalization') return node.inputs[0] === value ? normalisationOf(graph, node) : null;
  const constant = graph.constant(node.inputs.find((input) => input !== value));
  if (constant === undefined || node.inputs.length !== 2 || !isPerChannel(constant, channels)) return null;
  const numbers = Float64Array.from(constant.data);
  if (node.operator === 'Mul') return { scale: numbers, shift: Float64Array.of(0) };
  return node.operator === 'Add' ? { scale: Float64Array.of(1), shift: numbers } : null;
}

/** One number, or one for each channel of [n, channels, h, w]. */
function isPerChannel({ dims, data }: FloatTensor, channels: number): boolean {
  return data.length === 1 || (data.length === channels && dims.at(-3) === channels);
}

function normalisationOf(graph: EditableGraph, { inputs, attributes }: GraphNode): Affine | null {
  const [gamma, beta, mean, variance] = inputs.slice(1).map((name) => graph.constant(name)?.data);
  if (gamma === undefined || beta === undefined || mean === undefined || variance === undefined) return null;
  const epsilon = typeof attributes.epsilon === 'number' ? attributes.epsilon : 1e-5;
  const scale = Float64Array.from(gamma, (value, channel) => value / Math.sqrt((variance[channel] ?? 0) + epsilon));
  const shift = scale.map((value, channel) => (beta[channel] ?? 0) - (mean[channel] ?? 0) * value);
  return { scale, shift };
}

function valueAt(values: Float64Array, channel: number): number {
  return (values.length === 1 ? values[0] : values[channel]) ?? 0;
}

/**
 * x · clip(x + 3, 0, 6) / 6 · scale + shift, which begins with `node`, becomes x · HardSigmoid(x). The convolutions that use it take over the
 * scale, and the shift unless they pad: what they pad with is not shifted. A scale or shift that they cannot take over becomes a convolution
 * of each channel with one weight: onnxruntime keeps the values of convolutions in blocks of channels, and would rearrange all of them for an
 * addition, and back.
 */
function foldHardSwish(graph: EditableGraph, node: GraphNode): void {
  const found = findHardSwish(graph, node);
  if (found === null) return;
  const { x, nodes, scale, shift, output } = found;
  const users = graph.usersOf(output);
  const isTakenOver = users.every((user) => canTakeOver(graph, user, output));
  const isPadded = users.some(pads);
  const rest = isTakenOver ? { scale: 1, shift: isPadded ? shift / scale : 0 } : { scale, shift };
  const isAlone = rest.scale === 1 && rest.shift === 0;
  const channels = isAlone ? 0 : channelsOfValue(graph, x);
  if (channels === null) return;
  const filled = (value: number) => new Float32Array(channels).fill(value);
  const gate = graph.newName();
  const product = isAlone ? output : graph.newName();
  const by = [
    newNode('HardSigmoid', [x], gate, { floats: { alpha: 1 / 6, beta: 0.5 } }),
    newNode('Mul', [x, gate], product),
    ...(isAlone ? [] : [channelwise(graph, product, output, filled(rest.scale), filled(rest.shift))]),
  ];
  graph.replace(nodes, by);
  if (!isTakenOver) return;
  for (const user of users) graph.replace([user], [takeOver(graph, user, { scale, shift: isPadded ? 0 : shift })]);
}

/** Of a value that a convolution gives; null for others. */
function channelsOfValue(graph: EditableGraph, value: string): number | null {
  const maker = graph.nodes().find(({ outputs }) => outputs.includes(value));
  const weights = maker?.operator === 'Conv' ? graph.constant(maker.inputs[1]) : undefined;
  return weights?.dims[0] ?? null;
}

/**
 * x + x · weight becomes x · (weight + 1), where the weight of each channel comes from the mean of x (squeeze and excitation): one pass over
 * the memory instead of two.
 */
function foldSqueezed(graph: EditableGraph, product: GraphNode): void {
  const sum = product.operator === 'Mul' ? graph.onlyUserOf(product) : null;
  if (sum?.operator !== 'Add') return;
  const x = sum.inputs.find((input) => product.inputs.includes(input));
  const weight = product.inputs.find((input) => input !== x);
  if (x === undefined || weight === undefined || !isMeanTaken(graph, x)) return;
  const more = graph.newName();
  const one = graph.addConstant({ dims: [1], data: Float32Array.of(1) });
  const by = [newNode('Add', [weight, one], more), newNode('Mul', [x, more], sum.outputs[0] ?? '')];
  graph.replace([product, sum], by);
}

function isMeanTaken(graph: EditableGraph, value: string): boolean {
  return graph.usersOf(value).some(({ operator }) => operator === 'GlobalAveragePool');
}

interface HardSwish {
  x: string;
  nodes: GraphNode[];
  scale: number;
  shift: number;
  output: string;
}

function findHardSwish(graph: EditableGraph, first: GraphNode): HardSwish | null {
  const x = operandOf(graph, first, 'Add', 3);
  const clip = x === null ? null : graph.onlyUserOf(first);
  if (x === null || clip === null || !isClipped(graph, clip, 0, 6)) return null;
  const product = graph.onlyUserOf(clip);
  const isProduct = product?.operator === 'Mul' && product.inputs.includes(x);
  const quotient = product === null || !isProduct ? null : graph.onlyUserOf(product);
  if (product === null || quotient === null || operandOf(graph, quotient, 'Div', 6) === null) return null;
  const scaled = graph.onlyUserOf(quotient);
  const shifted = scaled === null ? null : graph.onlyUserOf(scaled);
  const scale = scaled === null ? null : numberOf(graph, scaled, 'Mul');
  const shift = shifted === null ? null : numberOf(graph, shifted, 'Add');
  const [output] = shifted?.outputs ?? [];
  if (scaled === null || shifted === null || output === undefined) return null;
  if (scale === null || shift === null || scale === 0) return null;
  return { x, nodes: [first, clip, product, quotient, scaled, shifted], scale, shift, output };
}

/** The constant number of an operation on a value and that number. */
function numberOf(graph: EditableGraph, { operator, inputs }: GraphNode, wanted: string): number | null {
  const numbers = inputs.map((input) => graph.constant(input)?.data).filter((data) => data?.length === 1);
  const isWanted = operator === wanted && inputs.length === 2 && numbers.length === 1;
  return isWanted ? (numbers[0]?.[0] ?? null) : null;
}

/** The other operand of an operation with this number; the number divides, or the order does not matter. */
function operandOf(graph: EditableGraph, node: GraphNode, operator: string, number: number): string | null {
  if (numberOf(graph, node, operator) !== number) return null;
  if (operator === 'Div' && graph.constant(node.inputs[1]) === undefined) return null;
  return node.inputs.find((input) => graph.constant(input) === undefined) ?? null;
}

/** Limits are attributes up to operator set 10, and inputs since then. */
function isClipped(
  graph: EditableGraph,
  { operator, inputs, attributes }: GraphNode,
  least: number,
  most: number,
): boolean {
  const [min, max] =
    inputs.length === 1
      ? [attributes.min, attributes.max]
      : [graph.constant(inputs[1])?.data[0], graph.constant(inputs[2])?.data[0]];
  return operator === 'Clip' && min === least && max === most;
}

function pads({ attributes }: GraphNode): boolean {
  return !Array.isArray(attributes.pads) || attributes.pads.some((count) => count !== 0);
}

function canTakeOver(graph: EditableGraph, { operator, inputs }: GraphNode, value: string): boolean {
  const [, weights, bias] = inputs;
  const isKnown = graph.constant(weights) !== undefined && (bias === undefined || graph.constant(bias) !== undefined);
  return operator === 'Conv' && inputs[0] === value && isKnown;
}

/** A convolution that takes over a scale and a shift of all its inputs. */
function takeOver(
  graph: EditableGraph,
  convolution: GraphNode,
  { scale, shift }: { scale: number; shift: number },
): GraphNode {
  const weights = graph.constant(convolution.inputs[1]);
  const [outputs = 0] = weights?.dims ?? [];
  const bias = biasOf(graph, convolution, outputs);
  if (weights === undefined || bias === undefined) throw new Error('A convolution without constant weights');
  const each = weights.data.length / outputs;
  const sums = new Float64Array(outputs);
  for (let output = 0, i = 0; output < outputs; output++) {
    let sum = 0;
    for (const end = i + each; i < end; i++) sum += weights.data[i] ?? 0;
    sums[output] = sum;
  }
  const scaled = graph.addConstant(scaleChannels(convolution, weights, Float64Array.of(scale)));
  const shifted = graph.addConstant({
    dims: [outputs],
    data: bias.map((number, output) => number + shift * (sums[output] ?? 0)),
  });
  return { ...convolution, inputs: [convolution.inputs[0] ?? '', scaled, shifted] };
}
