import { EditableGraph, newNode } from './editable-graph.ts';
import { elementTypes } from './onnx-fields.ts';

/**
 * The same net with a brief answer: instead of the probabilities of all classes [n, frames, classes], it gives the likeliest class of each
 * frame, its probability, and the probabilities of the classes `kept` [n, frames, 2 + kept.length]. The numbers are the same.
 * @throws when the net does not end with the probabilities of that number of classes
 */
export function answerBriefly(file: Buffer, { classes, kept }: { classes: number; kept: readonly number[] }): Buffer {
  const graph = new EditableGraph(file);
  const [sum, softmax] = graph.nodes().slice(-2);
  const [answer] = softmax?.outputs ?? [];
  const bias = sum?.inputs.map((input) => graph.constant(input)).find((constant) => constant !== undefined);
  if (softmax?.operator !== 'Softmax' || answer === undefined || bias?.data.length !== classes) {
    throw new Error(`The net does not end with the probabilities of ${classes} classes`);
  }
  const all = graph.newName();
  const [probability, place, likeliest] = [graph.newName(), graph.newName(), graph.newName()];
  const [keptPlaces, keptProbabilities] = [graph.newName(), graph.newName()];
  const keptClasses = graph.addConstant({ dims: [kept.length], data: Float32Array.from(kept) });
  const ofClasses = { axis: 2 };
  graph.replace(
    [softmax],
    [
      { ...softmax, outputs: [all] },
      { ...newNode('TopK', [all], '', { integers: { ...ofClasses, k: 1 } }), outputs: [probability, place] },
      newNode('Cast', [place], likeliest, { integers: { to: elementTypes.float32 } }),
      newNode('Cast', [keptClasses], keptPlaces, { integers: { to: elementTypes.int64 } }),
      newNode('Gather', [all, keptPlaces], keptProbabilities, { integers: ofClasses }),
      newNode('Concat', [likeliest, probability, keptProbabilities], answer, { integers: ofClasses }),
    ],
  );
  graph.forgetOutputShapes();
  return graph.end();
}
