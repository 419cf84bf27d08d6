import type { LivenessAction, LivenessPrompt } from '../../domain/verifications/challenge.ts';
import type { MeasuredFace, VideoSample } from './watched-video-schema.ts';

/**
 * When a movement counts, compared with the person's rest (the median over the video). Measured on projected faces: turns of 30° are
 * read as 26 to 36°, nods of 18° as 11 to 17°, a full smile widens the mouth by a quarter, closed eyes leave 0.45 to 0.65 of the
 * opening.
 */
const counts = { turnDegrees: 15, upDegrees: 8, smileWidth: 1.12, blinkOpening: 0.78 } as const;
/**
 * A smile comes and goes: while the mouth is half as much wider it lasts. Of 422 looks at made-up faces that were asked for
 * none, the widest mouth was 1.04 of the rest; one who smiles already when the video begins makes it no wider than 1.14.
 */
const smileLasts = 1.07;
/** Mouth and lids are judged on a face that is not turned away. */
const frontal = { yaw: 12, pitch: 10 };
/** Runs of one movement that are closer together are one. */
const sameMovementMs = 350;
/** Nobody reacts sooner. */
const leastReactionMs = 100;
/** A movement may begin so much after the next prompt. */
const lateMs = 200;
/**
 * A prompt is placed where its person can have known it at the earliest. It may reach them so much later: the way of the prompt and
 * the way of the chunks, over a network with 400 ms latency.
 */
export const networkSlackMs = 1_200;
/** A smile that lasts shorter is none: lips also move to speak. */
const leastSmileMs = 200;

export interface Movement {
  action: LivenessAction;
  fromMs: number;
  toMs: number;
  /** The pictures between both that show it. */
  shownAtMs: number[];
}

export interface Following {
  /** When each prompt was followed, from the start of the recording; null when it was not. */
  followedAtMs: (number | null)[];
  /** The movement that followed each prompt; null when none did. */
  followedBy: (Movement | null)[];
  /** Movements that nobody asked for at that time: the recording was made for another challenge. */
  strays: Movement[];
}

/** Compares the movements of a video with the prompts of its challenge: the same ones, in their order, each in its time. */
export function followPrompts(
  samples: readonly VideoSample[],
  prompts: readonly LivenessPrompt[],
  promptTimeoutMs: number,
  slackMs = 0,
): Following {
  const movements = findMovements(samples);
  const used = new Set<Movement>();
  const followedBy = prompts.map(({ action, atMs }, index) => {
    const next = prompts[index + 1]?.atMs ?? Infinity;
    const until = Math.min(atMs + promptTimeoutMs, next + lateMs) + slackMs;
    const followed = movements.filter(
      (movement) => movement.action === action && movement.fromMs >= atMs + leastReactionMs && movement.fromMs <= until,
    );
    const first = followed.find((movement) => !used.has(movement));
    // The same movement made twice within its time is not another one.
    for (const movement of followed) used.add(movement);
    return first ?? null;
  });
  // Everybody blinks unasked.
  const strays = movements.filter((movement) => movement.action !== 'blink' && !used.has(movement));
  return { followedAtMs: followedBy.map((movement) => movement?.fromMs ?? null), followedBy, strays };
}

/** Every movement of the video, in the order of their beginnings. */
export function findMovements(samples: readonly VideoSample[]): Movement[] {
  const seen = samples.flatMap(({ atMs, face }) => (face === null ? [] : [{ atMs, ...face }]));
  const rest = restOf(seen);
  if (rest === null) return [];
  const movements: (Movement & { counts: boolean })[] = [];
  for (const { atMs, ...face } of seen) {
    for (const { action, counts: full } of actionsOf(face, rest)) {
      const last = movements.findLast((movement) => movement.action === action);
      if (last !== undefined && atMs - last.toMs <= sameMovementMs) {
        last.toMs = atMs;
        last.shownAtMs.push(atMs);
        last.counts ||= full;
      } else movements.push({ action, fromMs: atMs, toMs: atMs, shownAtMs: [atMs], counts: full });
    }
  }
  return movements
    .filter((movement) => movement.counts)
    .filter(({ action, fromMs, toMs }) => action !== 'smile' || toMs - fromMs >= leastSmileMs)
    .map(({ action, fromMs, toMs, shownAtMs }) => ({ action, fromMs, toMs, shownAtMs }));
}

/** What the face does in one picture, and whether it does enough to count. */
function actionsOf(face: MeasuredFace, rest: MeasuredFace): { action: LivenessAction; counts: boolean }[] {
  const yaw = face.yaw - rest.yaw;
  const pitch = face.pitch - rest.pitch;
  if (yaw >= counts.turnDegrees) return [{ action: 'turn-left', counts: true }];
  if (yaw <= -counts.turnDegrees) return [{ action: 'turn-right', counts: true }];
  if (pitch >= counts.upDegrees) return [{ action: 'look-up', counts: true }];
  if (Math.abs(yaw) > frontal.yaw || Math.abs(pitch) > frontal.pitch) return [];
  const actions: { action: LivenessAction; counts: boolean }[] = [];
  const wider = face.mouthWidth / rest.mouthWidth;
  if (wider >= smileLasts) actions.push({ action: 'smile', counts: wider >= counts.smileWidth });
  if (face.eyes <= rest.eyes * counts.blinkOpening) actions.push({ action: 'blink', counts: true });
  return actions;
}

/** How the person looks when nothing is asked of them. */
export function restOf(faces: readonly MeasuredFace[]): MeasuredFace | null {
  if (faces.length === 0) return null;
  const median = (pick: (face: MeasuredFace) => number) => {
    const values = faces.map(pick).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return {
    yaw: median((face) => face.yaw),
    pitch: median((face) => face.pitch),
    eyes: median((face) => face.eyes),
    mouthWidth: median((face) => face.mouthWidth),
    x: median((face) => face.x),
    y: median((face) => face.y),
    width: median((face) => face.width),
  };
}
