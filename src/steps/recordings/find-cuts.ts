import type { FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { FrameChange } from '../../domain/ports/faces/recording-decoder.ts';

/** Where the largest face of a picture is: its centre and width, as fractions of the picture. */
export interface FacePlace {
  atMs: number;
  face: { x: number; y: number; width: number } | null;
}

/**
 * A cut changes the whole picture at once: by at least this share of the grey range, and by this many times the mean change around
 * it.
 */
const cut = { leastDifference: 0.06, timesAround: 6, aroundMs: 500 };
/**
 * Even the fastest turn of a head speeds up and slows down: the pictures before and after it change at least a quarter as much (45° in
 * 0.13 s at 15 pictures a second, four faces). At a cut, one of the two changes by at most a sixth, even in the middle of a movement.
 */
const turningShare = 0.2;
/**
 * A picture that returns within 300 ms, after a different one, shows two alternating films, which hide each other's cuts. No person turns
 * their head away and back that fast.
 */
const returnShare = 0.35;
/** When this share of the pictures of a second change as much as at a cut, a cut among them cannot be found. */
const restless = { withinMs: 1_000, share: 0.6, leastPictures: 5 };
/** A recorder under load drops frames, but never for this long. */
const longestGapMs = 1_000;
/** No face moves or grows by this much (in widths of the face) between two measured pictures. */
const jump = { withinMs: 400, widths: 0.7, growth: 1.6 };

/** The place of a picture’s largest face. */
export function facePlaceOf({ faces: [face], widthPx, heightPx }: FaceReading): FacePlace['face'] {
  if (face === undefined) return null;
  const { left, top, width, height } = face.box;
  return { x: (left + width / 2) / widthPx, y: (top + height / 2) / heightPx, width: width / widthPx };
}

/** Moments in milliseconds at which a video is discontinuous. */
export function findCuts(changes: readonly FrameChange[], samples: readonly FacePlace[]): number[] {
  const cuts = [...pictureCuts(changes, samples[0]?.atMs ?? 0), ...faceJumps(samples)].sort((a, b) => a - b);
  return [...new Set(cuts)].slice(0, 100);
}

/** Whether the picture changes so much, for so long, that a cut could be hidden in it. */
export function isRestless(changes: readonly FrameChange[]): boolean {
  return changes.some(({ atMs: fromMs }) => {
    const within = changes.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + restless.withinMs);
    const large = within.filter(({ difference }) => difference >= cut.leastDifference);
    return within.length >= restless.leastPictures && large.length >= restless.share * within.length;
  });
}

/** `beginsAtMs`: the first picture. A microphone may begin before the camera. */
function pictureCuts(changes: readonly FrameChange[], beginsAtMs: number): number[] {
  return changes.flatMap(({ atMs, difference, differenceFromEarlier }, index) => {
    const before = changes[index - 1]?.atMs ?? beginsAtMs;
    if (atMs - before > longestGapMs) return [atMs];
    if (difference < cut.leastDifference) return [];
    if (differenceFromEarlier <= returnShare * difference) return [atMs];
    const around = changes.filter(
      (other, at) => at !== index && Math.abs(other.atMs - atMs) <= cut.aroundMs && Math.abs(at - index) > 1,
    );
    const usual = around.reduce((sum, other) => sum + other.difference, 0) / Math.max(1, around.length);
    const beside = [changes[index - 1], changes[index + 1]].map((next) => next?.difference ?? 0);
    const turning = beside.every((next) => next >= turningShare * difference);
    return difference > cut.timesAround * usual && !turning ? [atMs] : [];
  });
}

function faceJumps(samples: readonly FacePlace[]): number[] {
  return samples.flatMap(({ atMs, face }, index) => {
    const before = samples[index - 1];
    if (face === null || before?.face == null || atMs - before.atMs > jump.withinMs) return [];
    const moved = Math.hypot(face.x - before.face.x, face.y - before.face.y) / before.face.width;
    const grown = Math.max(face.width / before.face.width, before.face.width / face.width);
    return moved > jump.widths || grown > jump.growth ? [atMs] : [];
  });
}
