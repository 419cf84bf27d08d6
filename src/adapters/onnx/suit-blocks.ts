import { channelwise, EditableGraph, newNode, type GraphNode } from './editable-graph.ts';

/**
 * The same net for onnxruntime, which keeps the values of convolutions in blocks of channels. It rearranges all of them for an operation that
 * it does not have in that form, and back, and computes the next sums outside of the convolutions. Each replacement gives exactly the same;
 * sums are then added up in another order, so the outputs of a net differ by float rounding.
 */
export function suitBlocks(file: Buffer): Buffer {
  const graph = new EditableGraph(file);
  for (const node of graph.nodes()) splitPrelu(graph, node);
  for (const node of graph.nodes()) bringTerms(graph, node);
  return graph.end();
}

/**
 * PRelu (x if it is positive, else slope · x) becomes max(x, 0) - slope · max(-x, 0), where convolutions of each channel with one weight
 * negate x and multiply by the slopes. One of the two terms is always zero.
 */
function splitPrelu(graph: EditableGraph, node: GraphNode): void {
  const [x, slopeName] = node.inputs;
  const [output] = node.outputs;
  const slopes = node.operator === 'PRelu' ? graph.constant(slopeName) : undefined;
  if (slopes === undefined || x === undefined || output === undefined) return;
  // One slope for each channel of [n, channels, h, w]. Other forms stay as they are.
  const channels = slopes.dims.at(-3);
  if (slopes.data.length !== channels) return;
  const [positive, negated, negative, scaled] = [graph.newName(), graph.newName(), graph.newName(), graph.newName()];
  const minusOne = new Float32Array(channels).fill(-1);
  const minusSlopes = slopes.data.map((slope) => -slope);
  graph.replace(
    [node],
    [
      newNode('Relu', [x], positive),
      channelwise(graph, x, negated, minusOne),
      newNode('Relu', [negated], negative),
      channelwise(graph, negative, scaled, minusSlopes),
      newNode('Add', [positive, scaled], output),
    ],
  );
}

/** These give values outside of blocks: with too few channels for a block, or always. */
const outsideBlocks = ['MaxPool', 'Pad'];

/**
 * A sum of a convolution and a value outside of blocks: a convolution of each channel with the weight 1 brings the value into blocks. Without
 * it, this sum stays outside, and so do all later ones that it is a term of.
 */
function bringTerms(graph: EditableGraph, { operator, inputs }: GraphNode): void {
  if (operator !== 'Add' || inputs.length !== 2) return;
  const makers = inputs.map((input) => graph.nodes().find(({ outputs }) => outputs.includes(input)));
  const convolution = makers.find((maker) => maker?.operator === 'Conv');
  const outside = makers.find((maker) => maker !== undefined && outsideBlocks.includes(maker.operator));
  const channels = graph.constant(convolution?.inputs[1])?.dims[0];
  const [value, ...others] = outside?.outputs ?? [];
  if (outside === undefined || channels === undefined || value === undefined || others.length > 0) return;
  const given = graph.newName();
  const ones = new Float32Array(channels).fill(1);
  graph.replace([outside], [{ ...outside, outputs: [given] }, channelwise(graph, given, value, ones)]);
}
