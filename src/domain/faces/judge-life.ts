import type { SpoofRule } from './anti-spoofing.ts';
import type { SpoofCalibration } from './face-calibration.ts';
import type { SpoofReading } from '../ports/faces/face-analyser.ts';

/** `doubtful`: the models disagree, or one of them is uncertain. */
export type Life = 'live' | 'doubtful' | 'spoof';

export interface LifeVerdict {
  life: Life;
  /** One result per reading, in the same order, with the limits that applied. */
  readings: JudgedReading[];
  /** The reading that is farthest below its limit, or least above it. Null without readings. */
  decisive: JudgedReading | null;
}

export interface JudgedReading extends SpoofReading {
  life: Life;
}

/**
 * The models' combined result. `threshold`: the flow's own limit on the first model's scale, which can only be stricter than the calibrated
 * one. Its band of doubt moves along, and the other models keep their calibration. `surer`: by how much the combined score must exceed its
 * limit, because something else in the picture is doubtful. It makes a doubt, never an attack.
 */
export function judgeLife(
  readings: readonly SpoofReading[],
  { rule, threshold, surer = 0 }: { rule: SpoofRule; threshold: number | null; surer?: number },
): LifeVerdict {
  const judged = readings.map((reading, index) => {
    const calibration = index === 0 ? movedTo(reading.calibration, threshold) : reading.calibration;
    return { ...reading, calibration, life: lifeOf(reading, calibration) };
  });
  // A flow that moves the first model's limit moves the combined limit by the same amount.
  const first = readings[0]?.calibration;
  const moved = first === undefined ? 0 : movedTo(first, threshold).live - first.live;
  for (const reading of judged) reading.life = worseOf(reading.life, lifeTogether(reading, readings, { moved, surer }));
  const needed = rule === 'all' ? judged.length : Math.floor(judged.length / 2) + 1;
  return { life: heardTogether(judged, needed), readings: judged, decisive: weakestOf(judged) };
}

function heardTogether(judged: readonly JudgedReading[], needed: number): Life {
  const count = (life: Life) => judged.filter((reading) => reading.life === life).length;
  if (judged.length === 0) return 'doubtful';
  if (count('spoof') > judged.length - needed) return 'spoof';
  return count('live') >= needed ? 'live' : 'doubtful';
}

/**
 * From here on, a model's crop shows something else than the picture: its few sampled pixels were set to another face. Of 38 crops of 13
 * photographs and enlargements, the farthest had 12.3 in the green channel (a crowd in front of leaves). Of 12 other pictures and 27
 * enlargements of faces in them, the farthest has 8.8 in any channel.
 */
const mostDrift = 25;

/** Whether the model's crop shows something else than the picture. No other evidence clears this doubt: no camera makes such pictures. */
export function isCropFalse({ drift }: Pick<SpoofReading, 'drift'>): boolean {
  return drift != null && !(drift <= mostDrift);
}

/** One crop that looks false is a doubt, however live the others look. A score that is no number is never live. */
function lifeOf(reading: SpoofReading, { live, spoof }: SpoofCalibration): Life {
  const { score, scores } = reading;
  if (score < spoof) return 'spoof';
  const isLive = score >= live && Math.min(...scores) >= spoof;
  return isLive && !isCropFalse(reading) ? 'live' : 'doubtful';
}

/** The combined score of a model and the one that its agreement names. Without that one, there is nothing to add. */
function lifeTogether(
  { score, agreement }: SpoofReading,
  readings: readonly SpoofReading[],
  { moved, surer }: { moved: number; surer: number },
): Life {
  const other = readings.find(({ model }) => model.name === agreement?.with);
  if (agreement === null || other === undefined) return 'live';
  const sum = other.score + agreement.weight * score - (other === readings[0] ? moved : 0);
  if (sum < agreement.spoof) return 'spoof';
  return sum - Math.max(0, surer) >= agreement.live ? 'live' : 'doubtful';
}

function worseOf(a: Life, b: Life): Life {
  const order: readonly Life[] = ['live', 'doubtful', 'spoof'];
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? 'doubtful';
}

/** A limit below the calibrated one changes nothing: nobody has measured how many attacks pass there. */
function movedTo({ live, spoof }: SpoofCalibration, threshold: number | null): SpoofCalibration {
  const moved = Math.max(threshold ?? live, live);
  return { live: moved, spoof: moved - (live - spoof) };
}

function weakestOf(judged: readonly JudgedReading[]): JudgedReading | null {
  const margin = ({ score, calibration }: JudgedReading) => score - calibration.live;
  return judged.reduce<JudgedReading | null>(
    (weakest, reading) => (weakest === null || margin(reading) < margin(weakest) ? reading : weakest),
    null,
  );
}
