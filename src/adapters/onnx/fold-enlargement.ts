import { newNode, type EditableGraph, type GraphNode } from './editable-graph.ts';

/**
 * Replaces two transposed convolutions that each make a square of 2 x 2 of every value, as the detector's last layers do. Their windows do not
 * overlap, so each of them equals a pointwise convolution with four outputs. The outputs stay channels until the end, where `DepthToSpace`
 * puts them into their places.
 */
export function foldEnlargement(graph: EditableGraph): void {
  for (const first of graph.nodes()) {
    const relu = isDoubling(graph, first) ? graph.onlyUserOf(first) : null;
    const second = relu?.operator === 'Relu' ? graph.onlyUserOf(relu) : null;
    if (relu === null || second === null || !isDoubling(graph, second)) continue;
    const [one, two] = [quartersOf(graph, first), quartersOf(graph, second)];
    const [four, positive, sixteen, once] = [graph.newName(), graph.newName(), graph.newName(), graph.newName()];
    graph.replace(
      [first, relu, second],
      [
        newNode('Conv', [first.inputs[0] ?? '', ...constantsOf(graph, one)], four),
        newNode('Relu', [four], positive),
        newNode('Conv', [positive, ...constantsOf(graph, inGroups(two, 4))], sixteen),
        newNode('DepthToSpace', [sixteen], once, { integers: { blocksize: 2 } }),
        newNode('DepthToSpace', [once], second.outputs[0] ?? '', { integers: { blocksize: 2 } }),
      ],
    );
    return;
  }
}

function isDoubling(graph: EditableGraph, { operator, inputs, attributes }: GraphNode): boolean {
  const is = (name: string, wanted: readonly number[]) => String(attributes[name]) === String(wanted);
  const isPlain =
    is('kernel_shape', [2, 2]) && is('strides', [2, 2]) && is('dilations', [1, 1]) && is('pads', [0, 0, 0, 0]);
  const hasConstants = inputs.slice(1).every((name) => graph.constant(name) !== undefined);
  return operator === 'ConvTranspose' && attributes.group === 1 && isPlain && hasConstants;
}

/** Weights of a convolution of single values; `weights`: [outputs, inputs]. */
interface Pointwise {
  outputs: number;
  inputs: number;
  weights: Float32Array;
  bias: Float32Array;
}

/** A doubling as a convolution: its outputs are those of the upper left value of each square, of the upper right one, and so on. */
function quartersOf(graph: EditableGraph, node: GraphNode): Pointwise {
  const { dims, data } = graph.constant(node.inputs[1]) ?? { dims: [], data: new Float32Array() };
  const [inputs = 0, channels = 0] = dims;
  const given = graph.constant(node.inputs[2])?.data;
  const weights = new Float32Array(4 * channels * inputs);
  const bias = new Float32Array(4 * channels);
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let channel = 0; channel < channels; channel++) {
      const output = quarter * channels + channel;
      bias[output] = given?.[channel] ?? 0;
      for (let input = 0; input < inputs; input++) {
        weights[output * inputs + input] = data[(input * channels + channel) * 4 + quarter] ?? 0;
      }
    }
  }
  return { outputs: 4 * channels, inputs, weights, bias };
}

/** The same convolution for several groups of channels; the first outputs are those of the first group. */
function inGroups({ outputs, inputs, weights, bias }: Pointwise, groups: number): Pointwise {
  const all = new Float32Array(groups * outputs * groups * inputs);
  for (let group = 0; group < groups; group++) {
    for (let output = 0; output < outputs; output++) {
      const row = (group * outputs + output) * groups * inputs + group * inputs;
      all.set(weights.subarray(output * inputs, (output + 1) * inputs), row);
    }
  }
  const repeated = Float32Array.from({ length: groups * outputs }, (_, index) => bias[index % outputs] ?? 0);
  return { outputs: groups * outputs, inputs: groups * inputs, weights: all, bias: repeated };
}

function constantsOf(graph: EditableGraph, { outputs, inputs, weights, bias }: Pointwise): string[] {
  return [
    graph.addConstant({ dims: [outputs, inputs, 1, 1], data: weights }),
    graph.addConstant({ dims: [outputs], data: bias }),
  ];
}
