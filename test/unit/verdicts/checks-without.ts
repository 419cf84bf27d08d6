import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { enhancedLivenessStep } from '../../../src/steps/enhanced-liveness/index.ts';
import { judgeFacematch } from '../../../src/steps/faces/judge-facematch.ts';
import { judgeFaceMask, judgeLens } from '../../../src/steps/passive-liveness/judge-coverings.ts';
import { passiveLivenessStep } from '../../../src/steps/passive-liveness/index.ts';
import { passiveLivenessSchema } from '../../../src/steps/passive-liveness/schema.ts';
import { phoneConclusion } from '../../../src/steps/phone/conclude-phone.ts';
import { phoneSchema } from '../../../src/steps/phone/schema.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import type { HeardVoice } from '../../../src/steps/voice-liveness/heard-voice-schema.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { evidenceOf } from '../../support/documents/bare-evidence.ts';
import { placesOf } from '../../support/people/judged-places.ts';
import { faceAt } from '../../support/people/made-up-face.ts';
import { goodVideo } from '../../support/people/watched-video.ts';

const at = new Date('2026-03-01T12:00:00.000Z');

/* The checks of steps that lack what one of their settings needs. */

export const unread = (config: object) =>
  evidenceOf({ config: documentSchema.config.parse({ accept: [{ type: 'national-id' }], ...config }) });
export const noPortrait = (match: string | null) => {
  const others = [{ stepId: 'passport', type: 'document' as const, config: {}, traits: {} }];
  const rules = { match, people: [] as const, threshold: null, calibrations: [] };
  return judgeFacematch({ traits: { face: faceAt(1, 'selfie') }, others }, rules);
};
/** A portrait whose model has no limits here. */
export const uncalibrated = () => {
  const unknownModel = 'e'.repeat(64);
  const portrait = faceAt(1, 'portrait', unknownModel);
  const others = [{ stepId: 'passport', type: 'document' as const, config: {}, traits: { portrait } }];
  const rules = { match: null, people: [] as const, threshold: 0.1, calibrations: [] };
  return judgeFacematch({ traits: { face: faceAt(1, 'selfie', unknownModel) }, others }, rules);
};
export const unseenFace = (config: object) => {
  const parsed = passiveLivenessSchema.config.parse(config);
  const coverings = { mask: null, sunglasses: null, reflections: null, eyesVisible: null };
  return [judgeFaceMask(parsed, { coverings } as never), judgeLens(parsed, { coverings } as never)];
};
export const withoutSelfie = () =>
  passiveLivenessStep.evaluate({
    config: { reuseSelfieOf: 'selfie', faceMaskCheck: false, lensCheck: false },
    input: {},
    stored: { kind: 'done', result: { look: null } },
    at,
    earlier: [],
  }).outcome.checks;
export const withoutModel = () =>
  passiveLivenessStep.evaluate({
    config: { threshold: 3, faceMaskCheck: false, lensCheck: false },
    input: {},
    stored: {
      kind: 'done',
      result: {
        look: {
          ...{ fault: null, faults: [], face: null, eyeDistancePx: 120, occlusion: 0, template: faceAt(1) },
          ...{ antiSpoofing: [], antiSpoofingRule: 'all', antiSpoofingMissing: true, coverings: null },
          ...{ reproduction: { screen: 0, printEdge: 0, moire: 0 }, models: [], durationMs: 1 },
        },
      },
    },
    at,
    earlier: [],
  }).outcome.checks;
export const film = (config: object, more: object) =>
  evaluateActiveLiveness({
    config: activeLivenessSchema.config.parse(config),
    result: { ...goodVideo, ...more },
  }).outcome.checks;
export const voice = (more: Partial<HeardVoice>, config: object = {}) =>
  evaluateVoiceLiveness({
    config: voiceLivenessSchema.config.parse({ digitCount: 4, ...config }),
    result: {
      ...{ challengeId: null, digits: '4927', fault: null, audioMs: 4_000, speechMs: 2_000, clippedFraction: 0 },
      ...{ engine: 'answered', heardDigits: '4927', mouthSpeechCorrelation: null, signs: null, speaker: null },
      ...{ models: [], durationMs: 1 },
      ...more,
    },
  }).outcome.checks;
export const unansweredProvider = () =>
  enhancedLivenessStep.evaluate({
    config: { provider: { name: 'aws-rekognition', region: 'eu-west-1' } },
    input: {},
    stored: {
      kind: 'done',
      result: {
        ...{ reference: 'nonce', answer: 'failed', live: true, score: null, fetchedAt: at.toISOString() },
        ...{ template: null, models: [], durationMs: 1 },
      },
    },
    at,
    earlier: [],
  }).outcome.checks;
export const number = (traits: object, config: object = {}) =>
  phoneConclusion
    .judge({
      stepId: 'phone',
      config: phoneSchema.config.parse(config),
      traits: { phoneNumber: '+5511987654321', phoneInsights: [], ...traits },
      others: [],
      seen: { otherIdentities: 0 },
      at,
    })
    .filter(({ id }) => id === 'phone-risk');
export const unknownNetwork = { hosting: null, vpn: null, tor: null, proxy: null };
export const network = (config: object) =>
  placesOf(config, { network: unknownNetwork }).filter(({ id }) => id === 'ip-location');
