import { livenessActions, type LivenessAction, type SentPrompt } from '../../domain/verifications/challenge.ts';
import { maxRecordingMs } from '../../domain/ports/faces/recording-decoder.ts';
import { lightMs } from '../../domain/verifications/light-colours.ts';
import type { RandomBelow } from '../challenge-drawing.ts';

/** Time for the person to get ready: from the arrival of the first chunk to the first prompt. */
const leadMs = { least: 600, most: 1_500 };
/** The part of the recording before its first chunk arrives, and the time that the chunk and the first prompt need over a slow network. */
const startMs = 2_000;
/** Time for the last movement and for the return to rest. */
const tailMs = 3_500;
/** The light, the latency of a slow network, and a margin. */
const lightTailMs = lightMs + 1_600;
/** A movement and the return to rest take about this long. */
const leastGapMs = 1_800;

/** When the first prompt is due, in milliseconds after the first chunk of the recording arrived. */
export function drawLead(random: RandomBelow): number {
  return leadMs.least + random(leadMs.most - leadMs.least + 1);
}

/**
 * Draws the next movement, and the pause until the next one or until the light; null when nothing follows. Never draws the same movement
 * twice in a row: the return from the first would look like the second.
 */
export function drawPrompt(
  random: RandomBelow,
  { promptCount, promptTimeoutMs, light = false }: { promptCount: number; promptTimeoutMs: number; light?: boolean },
  sent: readonly Pick<SentPrompt, 'action'>[],
): { action: LivenessAction; nextInMs: number | null } {
  const last = sent.at(-1)?.action;
  const choice: readonly LivenessAction[] = livenessActions.filter((action) => action !== last);
  const action: LivenessAction = choice[random(choice.length)] ?? 'blink';
  const gapCount = light ? promptCount : promptCount - 1;
  if (sent.length >= gapCount) return { action, nextInMs: null };
  const room = (maxRecordingMs - (light ? lightTailMs : tailMs) - leadMs.most - startMs) / gapCount;
  const mostGapMs = Math.max(leastGapMs, Math.floor(Math.min(promptTimeoutMs + 500, room)));
  const shortestGapMs = Math.max(leastGapMs, Math.floor(mostGapMs * 0.55));
  return { action, nextInMs: shortestGapMs + random(mostGapMs - shortestGapMs + 1) };
}
