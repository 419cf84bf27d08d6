import type { Corners } from './find-document.ts';
import type { DocumentHint, DocumentLook } from './look-at-document.ts';

/** Corners of a document that is held still move less than this between two frames, as a share of the frame. */
const stillWithin = 0.018;
/** How long, and in how many frames, it has to be still, sharp and free of glare. */
const stillMs = 700;
const stillLooks = 4;

export type SteadyHint = Exclude<DocumentHint, 'good'> | 'holdStill' | 'taking';

export interface Steadiness {
  /** The hint after one more frame, and the progress of the wait for the picture, from 0 to 1. At 1 the picture is taken. */
  add(look: DocumentLook, nowMs: number): { hint: SteadyHint; share: number };
}

/** Decides when to take a picture automatically: after a series of frames with a good document that does not move. */
export function createSteadiness(): Steadiness {
  let before: Corners | null = null;
  let since = 0;
  let looks = 0;
  return {
    add({ corners, hint }, nowMs) {
      const moved = corners === null || before === null || farthest(before, corners) > stillWithin;
      before = corners;
      if (moved || hint !== 'good') {
        looks = hint === 'good' ? 1 : 0;
        since = nowMs;
        return { hint: hint === 'good' ? 'holdStill' : hint, share: 0 };
      }
      looks += 1;
      const share = Math.min(1, (nowMs - since) / stillMs, looks / stillLooks);
      return { hint: 'taking', share };
    },
  };
}

function farthest(before: Corners, now: Corners): number {
  return Math.max(...now.map((corner, index) => distance(corner, before[index] ?? corner)));
}

const distance = (one: Corners[number], other: Corners[number]) => Math.hypot(one.x - other.x, one.y - other.y);
