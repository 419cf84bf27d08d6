import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { drawLead, drawPrompt } from '../../src/steps/active-liveness/draw-prompts.ts';

/** The server's prompts and their moments without a light, if the first chunk of the recording arrived half a second after its start. */
export function drawPrompts(
  random: (below: number) => number,
  { promptCount, promptTimeoutMs }: { promptCount: number; promptTimeoutMs: number },
): LivenessPrompt[] {
  const prompts: LivenessPrompt[] = [];
  for (let atMs: number | null = 500 + drawLead(random); atMs !== null;) {
    // The settings of a step also have a `light`, a word that would count as a light here, and so as one prompt more.
    const { action, nextInMs } = drawPrompt(random, { promptCount, promptTimeoutMs }, prompts);
    prompts.push({ action, atMs });
    atMs = nextInMs === null ? null : atMs + nextInMs;
  }
  return prompts;
}
