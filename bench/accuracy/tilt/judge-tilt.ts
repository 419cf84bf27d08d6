import type { TiltDirection } from './film-tilted-card.ts';
import type { TiltReading } from './measure-tilt.ts';

/** `lost`: the thing could not be followed. `noGlare`: everything fits, but no reflection moved over it, as on matt paper. */
export const tiltVerdicts = ['passed', 'noGlare', 'samePlane', 'notAsAsked', 'otherPage', 'lost'] as const;
export type TiltVerdict = (typeof tiltVerdicts)[number];

/** Chosen on the first ten seeds: optimistic. A hand tilts further than the least, and less than the most. */
const limits = { leastDegrees: 12, mostDegrees: 60, likeness: 0.7, parallax: 0.1, glare: 45, glareTravel: 0.1 };

/** Whether a flat thing was tilted as asked in front of its surroundings, with a reflection that moved over it. */
export function judgeTilt(reading: TiltReading | null, asked: TiltDirection): TiltVerdict {
  if (reading === null || reading.degrees > limits.mostDegrees) return 'lost';
  if (reading.leastLikeness < limits.likeness) return 'otherPage';
  if (reading.direction !== asked || reading.degrees < limits.leastDegrees) return 'notAsAsked';
  if (reading.parallax < limits.parallax) return 'samePlane';
  return reading.glare >= limits.glare && reading.glareTravel >= limits.glareTravel ? 'passed' : 'noGlare';
}
