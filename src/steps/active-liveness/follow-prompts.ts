import type { LivenessAction, LivenessPrompt } from '../../domain/verifications/challenge.ts';
import type { MeasuredFace, VideoSample } from './watched-video-schema.ts';

/**
 * The size at which a movement counts, compared with the person at rest (the median over the video). On projected faces we measured 26 to
 * 36° for turns of 30°, 11 to 17° for nods of 18°, a mouth wider by a quarter for a full smile, and 0.45 to 0.65 of the opening for closed
 * eyes.
 */
const counts = { turnDegrees: 15, upDegrees: 8, smileWidth: 1.12, blinkOpening: 0.78 } as const;
/**
 * A smile lasts while the mouth is at least this much wider. In 422 looks at drawn faces that were not asked to smile, the widest mouth was
 * 1.04 times its width at rest. A person who already smiles when the video begins reaches at most 1.14.
 */
const smileLasts = 1.07;
/** Mouth and eyelids are judged only while the face is not turned away. */
const frontal = { yaw: 12, pitch: 10 };
/** Two runs of a movement with less time between them are one movement. */
const sameMovementMs = 350;
/** Nobody reacts sooner. */
const leastReactionMs = 100;
/** A movement may begin up to this long after the next prompt. */
const lateMs = 200;
/**
 * A prompt is placed at the earliest moment at which the person can have seen it. It may reach them this much later: the latency of the
 * prompt and of the chunks over a network with 400 ms.
 */
export const networkSlackMs = 1_200;
/** A shorter smile does not count: lips also move when a person speaks. */
const leastSmileMs = 200;

export interface Movement {
  action: LivenessAction;
  fromMs: number;
  toMs: number;
  /** The pictures in between that show it. */
  shownAtMs: number[];
}

export interface Following {
  /** When each prompt was followed, from the start of the recording; null when it was not. */
  followedAtMs: (number | null)[];
  /** The movement that followed each prompt; null when none did. */
  followedBy: (Movement | null)[];
  /** Movements that no prompt asked for at that time: the recording was made for another challenge. */
  strays: Movement[];
}

/** Compares the movements of a video with the prompts of its challenge: they must be the same, in the same order, each in its time. */
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
    // A person who repeats a movement within its time has made one movement.
    for (const movement of followed) used.add(movement);
    return first ?? null;
  });
  // Everybody blinks without being asked.
  const strays = movements.filter((movement) => movement.action !== 'blink' && !used.has(movement));
  return { followedAtMs: followedBy.map((movement) => movement?.fromMs ?? null), followedBy, strays };
}

/** Every movement of the video, ordered by its start. */
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

/** What the face does in one picture, and whether it is large enough to count. */
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

/** The person's face at rest. */
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
