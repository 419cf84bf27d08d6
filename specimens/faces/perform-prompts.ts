import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { createRandom } from '../drawing/create-random.ts';
import type { Expression } from './face-expression.ts';

/** How a made-up person moves: they hear the prompt, move, stay and come back. Milliseconds and degrees. */
const move = { reactionMs: 450, riseMs: 450, holdMs: 450, fallMs: 450, turn: 30, up: 18 };
/** A blink is quicker. */
const blink = { reactionMs: 450, riseMs: 110, holdMs: 120, fallMs: 130 };

/**
 * The expression at each picture of a recording in which a person follows the prompts, with a little sway. Prompts may be added during the
 * recording, and `durationMs` may be set late.
 */
export function* performPrompts(
  prompts: readonly LivenessPrompt[],
  { durationMs, framesPerSecond, seed }: { durationMs: number | (() => number); framesPerSecond: number; seed: number },
): Generator<Expression> {
  const random = createRandom(seed);
  const phases = Array.from({ length: 4 }, () => random.number(0, 2 * Math.PI));
  const late: number[] = [];
  const wholeMs = typeof durationMs === 'number' ? () => durationMs : durationMs;
  for (let frame = 0; frame * 1000 < wholeMs() * framesPerSecond; frame += 1) {
    const atMs = (frame * 1000) / framesPerSecond;
    const sway = (index: number, seconds: number) =>
      Math.sin((atMs / 1000 / seconds) * 2 * Math.PI + (phases[index] ?? 0));
    const expression = { yaw: sway(0, 5) * 1.5, pitch: sway(1, 7), eyesClosed: 0, smile: 0 };
    prompts.forEach(({ action, atMs: askedAt }, index) => {
      const shape = action === 'blink' ? blink : move;
      late[index] ??= random.number(0, 250);
      const part = partOf(atMs - askedAt - shape.reactionMs - (late[index] ?? 0), shape);
      if (action === 'turn-left') expression.yaw += move.turn * part;
      if (action === 'turn-right') expression.yaw -= move.turn * part;
      if (action === 'look-up') expression.pitch += move.up * part;
      if (action === 'smile') expression.smile = Math.max(expression.smile, part);
      if (action === 'blink') expression.eyesClosed = Math.max(expression.eyesClosed, part);
    });
    yield { ...expression, shiftX: sway(2, 6) * 2, shiftY: sway(3, 4) * 1.5 };
  }
}

/** How far into a movement a moment is, 0..1. */
function partOf(ms: number, { riseMs, holdMs, fallMs }: { riseMs: number; holdMs: number; fallMs: number }): number {
  if (ms <= 0 || ms >= riseMs + holdMs + fallMs) return 0;
  if (ms < riseMs) return smooth(ms / riseMs);
  return ms < riseMs + holdMs ? 1 : smooth(1 - (ms - riseMs - holdMs) / fallMs);
}

const smooth = (part: number) => part * part * (3 - 2 * part);
