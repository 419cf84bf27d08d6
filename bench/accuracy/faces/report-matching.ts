import type { MatchCalibration } from '../../../src/domain/faces/match-calibration.ts';
import { faceDistance } from '../../../src/domain/faces/compare-faces.ts';
import type { SpoofReading } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { rate, type ResultTable } from '../section.ts';
import type { FacePicture } from './face-set.ts';

export interface ReadFace {
  picture: FacePicture;
  template: FaceTemplate;
  /** One per model; null when none could be asked. */
  spoof: SpoofReading[] | null;
}

/** Distances of pictures of one person and of pictures of two. */
export interface ComparedPairs {
  same: number[];
  different: number[];
}

const steps = [-0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2];

/** Only pairs for which it is known whether they are one person. */
export function comparePairs(faces: readonly ReadFace[]): ComparedPairs {
  const pairs: ComparedPairs = { same: [], different: [] };
  faces.forEach((a, index) => {
    for (const b of faces.slice(index + 1)) {
      const kind = kindOf(a.picture, b.picture);
      if (kind !== null) pairs[kind].push(distanceOf(a, b));
    }
  });
  return pairs;
}

function kindOf(a: FacePicture, b: FacePicture): keyof ComparedPairs | null {
  if (a.person !== null && b.person !== null) return a.person === b.person ? 'same' : 'different';
  return a.group !== null && a.group === b.group ? 'different' : null;
}

function distanceOf(a: ReadFace, b: ReadFace): number {
  const distance = faceDistance(a.template, b.template);
  if (distance === null) throw new Error('faces of two models were compared');
  return distance;
}

/** False match rate and false non-match rate (ISO/IEC 19795-1) over the thresholds, and what bad pictures cost. */
export function tabulateMatching(
  { same, different }: ComparedPairs,
  copies: readonly { change: string; original: ReadFace; copy: ReadFace | null }[],
  limits: MatchCalibration,
): ResultTable[] {
  const measured = copies.map(({ change, original, copy }) => ({
    change,
    distance: copy === null ? Infinity : distanceOf(original, copy),
  }));
  const refused = (distances: readonly number[], threshold: number) =>
    rate(distances.filter((distance) => distance > threshold).length, distances.length);
  const changes = [...new Set(measured.map(({ change }) => change))];
  return [
    {
      title: 'Matching: false matches and false non-matches by threshold',
      columns: ['distance up to', 'FMR, different people', 'FNMR, one person twice', 'FNMR, changed copies'],
      rows: steps
        .map((step) => limits.same + step)
        .map((threshold) => [
          threshold === limits.same ? `**${threshold}**` : threshold.toFixed(3),
          rate(different.filter((distance) => distance <= threshold).length, different.length),
          refused(same, threshold),
          refused(
            measured.map(({ distance }) => distance),
            threshold,
          ),
        ]),
    },
    {
      title: 'Matching: changed copies of one picture',
      columns: ['change', 'refused or doubted', 'taken for somebody else', 'no face found'],
      rows: changes.map((change) => {
        const of = measured.filter((copy) => copy.change === change).map(({ distance }) => distance);
        const lost = of.filter((distance) => distance === Infinity).length;
        return [
          change,
          refused(of, limits.same),
          rate(
            of.filter((distance) => distance > (limits.different ?? Infinity) && distance < Infinity).length,
            of.length,
          ),
          rate(lost, of.length),
        ];
      }),
    },
  ];
}
