import { newId } from '../../../src/domain/id.ts';
import type { TiltDirection } from '../../../src/domain/verifications/tilt-directions.ts';
import type { TiltFilm, TiltSample } from '../../../src/steps/document/presence/tilt-film-schema.ts';

export const asked = ['tilt-left', 'tilt-top', 'tilt-right'] as const;
const promptMs = [1_000, 3_000, 5_000];
export const [beganMs, wayMs] = [400, 150];

/** A film of seven seconds in which the document is tilted to these sides, so long after each prompt. */
export function filmOf(
  tilted: readonly TiltDirection[],
  { afterMs = 450, more = {} }: { afterMs?: number; more?: Partial<TiltSample> } = {},
): TiltFilm {
  const samples = Array.from({ length: 56 }, (_, index): TiltSample => {
    const atMs = index * 125;
    let [yaw, pitch] = [0, 0];
    tilted.forEach((direction, which) => {
      const since = (atMs - (promptMs[which] ?? 0) - afterMs) / 1_000;
      const degrees = since > 0 && since < 1.2 ? 24 * Math.sin((Math.PI * since) / 1.2) : 0;
      if (direction === 'tilt-left') yaw += degrees;
      if (direction === 'tilt-right') yaw -= degrees;
      if (direction === 'tilt-top') pitch += degrees;
      if (direction === 'tilt-bottom') pitch -= degrees;
    });
    const spot = { x: 0.5 + yaw / 100, y: 0.5 + pitch / 100, strength: 80 };
    return { atMs, yaw, pitch, alike: 0.95, ground: { withPlane: 0.4, alone: 0.95 }, spot, ...more };
  });
  const chunks = Array.from({ length: 14 }, (_, index) => {
    const part = { fromMs: index * 500, toMs: (index + 1) * 500 };
    return { receivedMs: beganMs + part.toMs + wayMs, part };
  });
  return {
    challengeId: newId('challenge'),
    fault: null,
    filmMs: 7_000,
    times: { receivedMs: beganMs + 7_300 },
    live: {
      prompts: asked.map((action, index) => ({ action, sentMs: beganMs + wayMs + (promptMs[index] ?? 0) })),
      chunks,
    },
    samples,
    parts: Array.from({ length: 160 }, (_, index) => (index % 3 === 0 ? null : 0.95)),
    flicker: 11,
    screenPattern: 0.1,
    banding: 0,
    durationMs: 900,
  };
}

export const honest = filmOf(asked);
export const with_ = (change: Partial<TiltFilm>): TiltFilm => ({ ...honest, ...change });
