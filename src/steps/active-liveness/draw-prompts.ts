import { livenessActions, type LivenessAction, type LivenessPrompt } from '../../domain/verifications/challenge.ts';
import type { RandomBelow } from '../define-step.ts';

/** No recording may be longer. */
const maxRecordingMs = 20_000;
/** Time to get ready before the first prompt, and after the last one at the least. */
const leadMs = { least: 1_000, most: 2_000 };
const tailMs = 3_500;
/** A movement and the way back take about this long. */
const leastGapMs = 1_800;

/**
 * Draws which movements the person is asked for and when, in milliseconds from the start of the recording. A movement never
 * follows itself, since the way back from one cannot be told from the next.
 */
export function drawPrompts(
  random: RandomBelow,
  { promptCount, promptTimeoutMs }: { promptCount: number; promptTimeoutMs: number },
): LivenessPrompt[] {
  const room = (maxRecordingMs - tailMs - leadMs.most) / Math.max(1, promptCount - 1);
  const mostGapMs = Math.max(leastGapMs, Math.floor(Math.min(promptTimeoutMs + 500, room)));
  const shortestGapMs = Math.max(leastGapMs, Math.floor(mostGapMs * 0.55));
  const prompts: LivenessPrompt[] = [];
  let atMs = leadMs.least + random(leadMs.most - leadMs.least + 1);
  let last: LivenessAction | null = null;
  for (let index = 0; index < promptCount; index += 1) {
    const choice: readonly LivenessAction[] = livenessActions.filter((action) => action !== last);
    const action: LivenessAction = choice[random(choice.length)] ?? 'blink';
    prompts.push({ action, atMs });
    last = action;
    atMs += shortestGapMs + random(mostGapMs - shortestGapMs + 1);
  }
  return prompts;
}
