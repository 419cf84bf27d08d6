import type { MatchCalibration } from './match-calibration.ts';

const mobileFaceNet = {
  name: 'mobilefacenet-112',
  sha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
};
const dlib = { name: 'dlib-face', sha256: 'fa00a25a14059373278840143af59be67840d8c5b8428e0240ffc57f9108365e' };

const nuaa = {
  set: 'NUAA, webcam pictures of 15 students in China',
  worstGroup: null,
};

/**
 * What comes with the service. `same` is the largest distance at which the false match rate of the worst measured group stays below
 * 1 % with its upper 95 % bound, over people 0001 to 0008 of NUAA (bootstrap over people): 0.04 % (0 to 0.39 %) at 1.00 with
 * MobileFaceNet, 0.21 % (0 to 0.62 %) at 0.418 with dlib. dlib takes many pictures of two people for one beyond it, so that it
 * refuses nobody: what lies beyond goes to review.
 */
export const builtInMatchCalibrations: readonly MatchCalibration[] = [
  {
    name: 'mobilefacenet-112 2026-11',
    model: mobileFaceNet,
    reference: 'camera',
    same: 1,
    different: 1.2,
    tooAlike: null,
    measured: { ...nuaa, falseMatchRate: 0.0003, otherPairs: 21456, falseNonMatchRate: 0.0542, samePairs: 2160 },
  },
  {
    name: 'dlib-face 2026-11',
    model: dlib,
    reference: 'camera',
    same: 0.418,
    different: null,
    tooAlike: null,
    measured: { ...nuaa, falseMatchRate: 0.0018, otherPairs: 21456, falseNonMatchRate: 0.2481, samePairs: 2160 },
  },
  {
    // Within one video the light, the camera and the clothes are the same: only a change of the person is looked for.
    name: 'dlib-face within a video',
    model: dlib,
    reference: 'video',
    same: 0.5,
    different: 0.62,
    tooAlike: null,
    measured: null,
  },
];
