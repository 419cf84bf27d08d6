import type { AntiSpoofingContract } from '../../model-catalogue.ts';
import { ModelUnavailable, type Model } from '../nets/model-store.ts';

/** A net whose output differs by more than this is a different net. Two exports of one net differ by 0.00001 and less. */
const tolerance = 0.01;

/**
 * Runs the net on a fixed pattern. Two exports of the same weights have different hashes, but the same output shows that they are the same
 * net. Only then do the limits apply that were measured with one of them.
 * @throws ModelUnavailable when the output differs
 */
export async function compareKnownAnswer(model: Model, { inputPx, divisor, knownAnswer }: AntiSpoofingContract) {
  if (knownAnswer === undefined) return;
  const { data } = await model.run(knownPattern(inputPx, divisor), [1, 3, inputPx, inputPx]);
  const isSame = data.length === knownAnswer.length && knownAnswer.every((value, at) => isNear(value, data[at]));
  if (!isSame) throw new ModelUnavailable(`Model '${model.name}' does not give the answer that the catalogue knows`);
}

/** Three planes of slow waves over the range of the net's input. */
function knownPattern(inputPx: number, divisor: number): Float32Array {
  return Float32Array.from(
    { length: 3 * inputPx * inputPx },
    (_, at) => ((Math.sin(at * 0.013) + 1) * 127.5) / divisor,
  );
}

function isNear(value: number, found: number | undefined): boolean {
  return found !== undefined && Math.abs(value - found) <= tolerance;
}
