import type { FrameAnswers } from './frame-probabilities.ts';

/**
 * The characters of a frame that does not tell which have this probability together. (Of letters that the first reader lacks and drops, most
 * have more; between two letters of a line it is below a thousandth, and next to a letter it is that letter's.)
 */
const leastOfCharacters = 0.25;
/** The frames around it show paper. */
const leastOfPaper = 0.8;

/**
 * Characters that CTC's best path leaves out because none of the classes is likely, although together they are: a net that has no `Ž` divides
 * its probability between Z, 2, Y and the blank. For each, the number of characters of the best path before it. The probabilities
 * of the blank and of `space` (a class) follow those of the likeliest class.
 */
export function findUnnamed({ data, frames, width }: FrameAnswers, space: number): number[] {
  const found: number[] = [];
  const ofPaper = (frame: number) => {
    if (frame < 0 || frame >= frames) return 1;
    return (data[frame * width + 2] ?? 0) + (data[frame * width + 3] ?? 0);
  };
  let [previous, count] = [0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const best = data[frame * width] ?? 0;
    if (best !== 0 && best !== previous) count += 1;
    previous = best;
    const isAlone = ofPaper(frame - 1) >= leastOfPaper && ofPaper(frame + 1) >= leastOfPaper;
    if ((best === 0 || best === space) && isAlone && 1 - ofPaper(frame) >= leastOfCharacters) found.push(count);
  }
  return found;
}
