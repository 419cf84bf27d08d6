import type { MatchCalibration, MatchRates } from './match-calibration.ts';

const mobileFaceNet = {
  name: 'mobilefacenet-112',
  sha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
};
const dlib = { name: 'dlib-face', sha256: 'fa00a25a14059373278840143af59be67840d8c5b8428e0240ffc57f9108365e' };

/** Only one group of people was measured, so it is both the mean and the worst group. */
const onNuaa = (rates: MatchRates) => ({
  ...rates,
  set: 'NUAA, webcam pictures of 15 students in China',
  worstGroup: { ...rates, group: 'students in China' },
});

/**
 * Webcam pictures of one sitting replace a video, because no films of people who turn and smile were available. The other person of a pair
 * comes from another sitting: somebody who sits down in the same light is confused with the first person more often.
 */
const withinSittings = (rates: Pick<MatchRates, 'falseMatchRate' | 'falseNonMatchRate'>) => {
  const all = { ...rates, otherPairs: 25_200, samePairs: 2_314 };
  const set = 'NUAA, webcam pictures of 8 students in China, pairs of one sitting';
  return { ...all, set, worstGroup: { ...all, group: 'students in China' } };
};

/**
 * No selfies with real documents of the same people were available: their pictures were printed on drawn passports, in seven conditions.
 */
const onDrawnPassports = (rates: Pick<MatchRates, 'falseMatchRate' | 'falseNonMatchRate'>) => {
  const all = { ...rates, otherPairs: 16_800, samePairs: 810 };
  const set = 'NUAA, webcam pictures of 8 students in China and the same people on drawn passports';
  return { ...all, set, worstGroup: { ...all, group: 'students in China' } };
};

/**
 * The calibrations that come with the service. `same` is a distance at which the upper 95 % bound of the false match rate stays below 1 %
 * over people 0001 to 0008 of NUAA (bootstrap over people). Between camera pictures the rate is 0.04 % (0 to 0.39 %) at 1.00 with
 * MobileFaceNet, and 0.21 % (0 to 0.62 %) at 0.418 with dlib. Over all 15 people, 7 of whom were held out, it is 0.26 % (0 to 1.43 %) and
 * 0.45 %; results claim these rates. Between a camera picture and a printed portrait it is 0.16 % (0 to 0.86 %) at 1.00 and 0.15 % (0 to
 * 0.56 %) at 0.40. `different` refuses fewer than 1 % of pairs of one person. `tooAlike`: none of 810 pairs of a picture and a printed
 * portrait of another sitting is as near; the nearest are 0.682 and 0.233 apart. Two pictures of one camera may be arbitrarily near, so
 * they have no such limit. Beyond its limit, dlib takes many pictures of two people for one person, so it refuses nobody: they go to
 * review.
 */
export const builtInMatchCalibrations: readonly MatchCalibration[] = [
  {
    name: 'mobilefacenet-112 2026-11',
    model: mobileFaceNet,
    reference: 'camera',
    same: 1,
    different: 1.2,
    tooAlike: null,
    measured: onNuaa({ falseMatchRate: 0.0026, otherPairs: 41_040, falseNonMatchRate: 0.0528, samePairs: 2_160 }),
  },
  {
    name: 'dlib-face 2026-11',
    model: dlib,
    reference: 'camera',
    same: 0.418,
    different: null,
    tooAlike: null,
    measured: onNuaa({ falseMatchRate: 0.0045, otherPairs: 41_040, falseNonMatchRate: 0.2481, samePairs: 2_160 }),
  },
  {
    name: 'mobilefacenet-112 portraits 2026-11',
    model: mobileFaceNet,
    reference: 'document',
    same: 1,
    different: 1.35,
    tooAlike: 0.55,
    measured: onDrawnPassports({ falseMatchRate: 0.0016, falseNonMatchRate: 0.1123 }),
  },
  {
    name: 'dlib-face portraits 2026-11',
    model: dlib,
    reference: 'document',
    same: 0.4,
    different: null,
    tooAlike: 0.2,
    measured: onDrawnPassports({ falseMatchRate: 0.0015, falseNonMatchRate: 0.5074 }),
  },
  // Within one video, light, camera and clothes are the same: only a change of the person is searched for.
  {
    name: 'mobilefacenet-112 within a video',
    model: mobileFaceNet,
    reference: 'video',
    same: 1,
    different: 1.2,
    tooAlike: null,
    measured: withinSittings({ falseMatchRate: 0.003, falseNonMatchRate: 0 }),
  },
  {
    name: 'dlib-face within a video',
    model: dlib,
    reference: 'video',
    same: 0.5,
    different: 0.62,
    tooAlike: null,
    measured: withinSittings({ falseMatchRate: 0.1135, falseNonMatchRate: 0 }),
  },
];
