import { judgeLife, type Life, type LifeVerdict } from '../../domain/faces/judge-life.ts';
import { judgeMatch, type FaceMatch } from './judge-match.ts';
import { signsTogether } from './judge-signs.ts';
import type { VideoLooks } from './video-looks.ts';

/** Fewer looks into the camera are no evidence. */
export const leastLooks = 3;

/** The verdict on the mean score of each model over all looks, and on the crop that differs most from its picture. */
export function lifeVerdictOn({ looks, antiSpoofing, antiSpoofingRule: rule }: VideoLooks): LifeVerdict {
  const readings = antiSpoofing.flatMap(({ model, calibration, agreement }, index) => {
    const scores = looks.flatMap(({ spoofScores }) => spoofScores?.[index] ?? []);
    const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
    const drifts = looks.flatMap(({ spoofDrifts }) => spoofDrifts?.[index] ?? []);
    const drift = drifts.length === 0 ? null : Math.max(...drifts);
    return scores.length === 0 ? [] : [{ score, scores, calibration, agreement, drift, model }];
  });
  return judgeLife(readings, { rule, threshold: null });
}

/** `missing`: a model was unavailable. Too few looks are a doubt. */
export function lifeOf(seen: VideoLooks): Life | 'missing' {
  if (seen.antiSpoofingMissing) return 'missing';
  const { life } = lifeVerdictOn(seen);
  return hasEnoughReadings(seen) ? life : 'doubtful';
}

/** Whether every model saw enough looks. */
export function hasEnoughReadings(seen: VideoLooks): boolean {
  const { readings } = lifeVerdictOn(seen);
  return readings.length === seen.antiSpoofing.length && readings.every(({ scores }) => scores.length >= leastLooks);
}

/** Signs of a screen or a print over all looks, each 0 to 1; null when they were not measured. */
export function signsIn({ looks }: Pick<VideoLooks, 'looks'>) {
  return signsTogether(looks.flatMap(({ signs }) => signs ?? []));
}

/** Compares the first look with the least similar one: whether the video shows one person throughout. Null when there are too few looks. */
export function oneFaceIn({ looks }: Pick<VideoLooks, 'looks'>): FaceMatch | null {
  const templates = looks.flatMap(({ template }) => template ?? []);
  const [best, ...others] = templates;
  if (best === undefined || templates.length < leastLooks) return null;
  const matches = others.map((other) => judgeMatch(best, { ...other, source: 'video' }, null));
  const distanceOf = ({ data }: FaceMatch) => data.distance ?? Infinity;
  return matches.reduce<FaceMatch | null>(
    (worst, match) => (worst === null || distanceOf(match) > distanceOf(worst) ? match : worst),
    null,
  );
}

/**
 * Whether one of the drawn pictures shows another person than the looks do. A picture that is blurred, or in which the face is turned, is
 * less similar to itself, so only a face beyond the limit for another person counts.
 */
export function showsAnother({ looks, drawn = [] }: Pick<VideoLooks, 'looks' | 'drawn'>): boolean {
  const [best] = looks.flatMap(({ template }) => template ?? []);
  if (best === undefined) return false;
  return drawn.some(
    ({ template }) =>
      template !== null && judgeMatch(best, { ...template, source: 'video' }, null).answer === 'different',
  );
}
