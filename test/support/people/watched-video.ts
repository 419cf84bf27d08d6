import type { LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import type { VideoSample, WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';

export const model = { name: 'first-family', sha256: 'a'.repeat(64) };
const otherModel = { name: 'second-family', sha256: 'b'.repeat(64) };
export const calibrations = { first: { live: 2, spoof: -2 }, second: { live: 1, spoof: -3 } };
const prompts: LivenessPrompt[] = [{ action: 'turn-left', atMs: 1_400 }];
export const noSigns = { screen: 0, printEdge: 0, moire: 0 };

function template(): FaceTemplate {
  return {
    embedding: Buffer.alloc(512).toString('base64'),
    modelSha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
    pictureSha256: 'p'.repeat(64),
    appearance: '',
  };
}

/** A person who turns to their left two seconds into a video of five. */
export function samplesOf(): VideoSample[] {
  return Array.from({ length: 18 }, (_, index) => {
    const atMs = index * 280;
    const yaw = atMs >= 1_960 && atMs < 2_800 ? 28 : 0;
    return {
      atMs,
      largeFaces: 1,
      face: { yaw, pitch: 0, eyes: 0.3, mouthWidth: 0.55, x: 0.5, y: 0.5, width: 0.4 },
    };
  });
}

type Signs = WatchedVideo['looks'][number]['signs'];
export const looksWith = (signs: readonly Signs[]): WatchedVideo['looks'] =>
  signs.map((one, index) => ({
    atMs: index * 900,
    template: template(),
    spoofScores: [7, 3],
    ...(one === undefined ? {} : { signs: one }),
  }));

/** The scores of two models. */
export function judgedBy(first = calibrations.first, second = calibrations.second) {
  return {
    antiSpoofing: [
      { model, calibration: first, agreement: null },
      { model: otherModel, calibration: second, agreement: null },
    ],
    antiSpoofingRule: 'all' as const,
    antiSpoofingMissing: false,
  };
}

/** What a worker stores of a video in which a person follows the prompt. */
export const goodVideo: WatchedVideo = {
  challengeId: null,
  prompts,
  fault: null,
  videoMs: 5_000,
  samples: samplesOf(),
  lightOffered: false,
  lightSamples: [],
  banding: 0.003,
  cutsAtMs: [],
  restless: false,
  bestFace: null,
  looks: looksWith([noSigns, noSigns, noSigns, noSigns, noSigns]),
  ...judgedBy(),
  models: [model],
  durationMs: 900,
};
