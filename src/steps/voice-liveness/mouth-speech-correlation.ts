import { voiceFrameMs } from '../../domain/ports/faces/voice-detector.ts';

/** The time around each picture in which movement of the mouth is measured. */
const windowMs = 400;
/** Smaller movements are noise of the mesh on a still mouth: 9 of 10 are below 0.02; those of a speaking mouth reach 0.08 and more. */
const noise = 0.03;
/** Fewer pictures are not enough. */
const leastPictures = 10;

/**
 * Pearson's correlation between the movement of the mouth and the probability of speech at the same time, -1..1. A mouth that never moves
 * correlates with nothing: 0. Null when the face was visible too rarely.
 */
export function mouthSpeechCorrelation(
  mouths: readonly { atMs: number; openness: number }[],
  speech: Float32Array,
): number | null {
  if (mouths.length < leastPictures) return null;
  const moving = mouths.map(({ atMs }) => {
    const near = mouths.filter((other) => Math.abs(other.atMs - atMs) <= windowMs / 2).map(({ openness }) => openness);
    return Math.max(0, Math.max(...near) - Math.min(...near) - noise);
  });
  const speaking = mouths.map(({ atMs }) => {
    const from = Math.max(0, Math.floor((atMs - windowMs / 2) / voiceFrameMs));
    const near = speech.subarray(from, Math.ceil((atMs + windowMs / 2) / voiceFrameMs));
    return near.reduce((sum, value) => sum + value, 0) / Math.max(1, near.length);
  });
  return correlation(moving, speaking);
}

function correlation(first: readonly number[], second: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanFirst, meanSecond] = [mean(first), mean(second)];
  let [product, squaresFirst, squaresSecond] = [0, 0, 0];
  first.forEach((value, index) => {
    const [a, b] = [value - meanFirst, (second[index] ?? 0) - meanSecond];
    product += a * b;
    squaresFirst += a * a;
    squaresSecond += b * b;
  });
  const spread = Math.sqrt(squaresFirst * squaresSecond);
  return spread < 1e-9 ? 0 : Math.max(-1, Math.min(1, product / spread));
}
