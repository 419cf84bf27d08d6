import { EditableGraph, newNode, type GraphNode } from './editable-graph.ts';

/**
 * The same net without PRelu (x if it is positive, else slope · x). It becomes max(x, 0) - slope · max(-x, 0), where convolutions of each
 * channel with one weight negate x and multiply by the slopes. onnxruntime computes PRelu slowly, and rearranges all values for it and back,
 * because it keeps those of convolutions in blocks of channels. One of the two terms is always zero, so each PRelu gives exactly the same.
 * What follows may be added up in another order: the outputs of a net differ by float rounding at most.
 */
export function splitPrelu(file: Buffer): Buffer {
  const graph = new EditableGraph(file);
  for (const node of graph.nodes()) split(graph, node);
  return graph.end();
}

function split(graph: EditableGraph, node: GraphNode): void {
  const [x, slopeName] = node.inputs;
  const [output] = node.outputs;
  const slopes = node.operator === 'PRelu' ? graph.constant(slopeName) : undefined;
  if (slopes === undefined || x === undefined || output === undefined) return;
  // One slope for each channel of [n, channels, h, w]. Other forms stay as they are.
  const channels = slopes.dims.at(-3);
  if (slopes.data.length !== channels) return;
  const [positive, negated, negative, scaled] = [graph.newName(), graph.newName(), graph.newName(), graph.newName()];
  graph.replace(
    [node],
    [
      newNode('Relu', [x], positive),
      channelwise(graph, x, negated, new Float32Array(channels).fill(-1)),
      newNode('Relu', [negated], negative),
      channelwise(
        graph,
        negative,
        scaled,
        slopes.data.map((slope) => -slope),
      ),
      newNode('Add', [positive, scaled], output),
    ],
  );
}

/** Each channel times its weight. */
function channelwise(graph: EditableGraph, x: string, output: string, weights: Float32Array): GraphNode {
  const named = graph.addConstant({ dims: [weights.length, 1, 1, 1], data: weights });
  return newNode('Conv', [x, named], output, { integers: { group: weights.length } });
}
