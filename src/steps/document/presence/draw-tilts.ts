import { tiltDirections, type TiltDirection } from '../../../domain/verifications/tilt-directions.ts';
import type { RandomBelow } from '../../challenge-drawing.ts';

/** One of 36 sequences, so a film of an earlier tilt shows the right one with this frequency. */
export const tiltCount = 3;
/** The time that a person has to begin a tilt, including delays of the network. */
export const tiltTimeoutMs = 1_800;
export const tiltNetworkSlackMs = 1_200;
/** From the first chunk to the first prompt. The person holds the document still, so that the service finds its outline. */
const leadMs = { least: 500, most: 1_000 };
/** The duration of a tilt and back. */
const gapMs = { least: 1_800, most: 2_300 };

export function drawTiltLead(random: RandomBelow): number {
  return leadMs.least + random(leadMs.most - leadMs.least + 1);
}

/** Never the same side twice in a row: the return from the first tilt would look like a pause. */
export function drawTilt(
  random: RandomBelow,
  count: number,
  sent: readonly { action: string }[],
): { action: TiltDirection; nextInMs: number | null } {
  const last = sent.at(-1)?.action;
  const choice = tiltDirections.filter((direction) => direction !== last);
  const action = choice[random(choice.length)] ?? 'tilt-left';
  const isLast = sent.length + 1 >= count;
  return { action, nextInMs: isLast ? null : gapMs.least + random(gapMs.most - gapMs.least + 1) };
}

export function isTiltDirection(action: string): action is TiltDirection {
  return tiltDirections.some((direction) => direction === action);
}
