import type { Check } from '../../../src/domain/verifications/check.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { checkAge } from '../../../src/steps/document/checks/age.ts';
import { checkDocumentExpiry } from '../../../src/steps/document/checks/document-expiry.ts';
import { checkDocumentReading } from '../../../src/steps/document/checks/document-reading.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { emailStep } from '../../../src/steps/email/index.ts';
import { judgeFacematch } from '../../../src/steps/faces/judge-facematch.ts';
import { phoneConclusion } from '../../../src/steps/phone/conclude-phone.ts';
import { phoneSchema } from '../../../src/steps/phone/schema.ts';
import { passiveLivenessStep } from '../../../src/steps/passive-liveness/index.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import type { HeardVoice } from '../../../src/steps/voice-liveness/heard-voice-schema.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { card, evidenceOf, readings } from '../../support/documents/bare-evidence.ts';
import { faceAt } from '../../support/people/made-up-face.ts';
import { goodVideo, looksWith, noSigns } from '../../support/people/watched-video.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
export const signal = (score: number) => ({ score, area: null, evidence: 'drawn' });

/** The checks of dates, of which these were not read for certain. */
export function ofDates(doubtful: Record<string, string>, kind: object = card): Check[] {
  const sure = {
    dateOfBirth: '1990-01-01',
    dateOfIssue: '2020-01-01',
    dateOfExpiry: '2030-01-01',
    documentNumber: 'A1',
  };
  const config = documentSchema.config.parse({ accept: [{ type: 'national-id' }], minimumAge: 18 });
  const evidence = evidenceOf({ config, kind, fields: new Map([...readings(sure), ...readings(doubtful, true)]) });
  const age = checkAge(evidence);
  const isLetter = kind !== card;
  return [
    ...checkDocumentReading(evidence),
    ...checkDocumentExpiry(evidence),
    ...(age === null || isLetter ? [] : [age]),
  ];
}

const model = { name: 'a model', sha256: 'a'.repeat(64) };
/** A reading of a picture that shows no living face. */
export const spoofed = { score: -7, scores: [-7], calibration: { live: 2, spoof: -2 }, agreement: null, model };

export function looksOf(look: object): Check[] {
  const seen = {
    fault: null,
    faults: [],
    face: null,
    eyeDistancePx: 120,
    occlusion: 0,
    template: faceAt(1),
    antiSpoofing: [{ score: 7, scores: [7], calibration: { live: 2, spoof: -2 }, agreement: null, model }],
    antiSpoofingRule: 'all',
    antiSpoofingMissing: false,
    coverings: { mask: 0, sunglasses: 0, reflections: 0, eyesVisible: 1 },
    reproduction: { screen: 0, printEdge: 0, moire: 0 },
    models: [model],
    durationMs: 12,
    ...look,
  };
  const stored = { kind: 'done' as const, result: { look: seen } };
  const config = { faceMaskCheck: false, lensCheck: false };
  return passiveLivenessStep.evaluate({ config, input: {}, stored, at, earlier: [] }).outcome.checks;
}

/** A video of a face on a screen, whose pictures change too much for cuts to be found. */
export function videoOf(): Check[] {
  const onScreen = { ...noSigns, screen: 0.9 };
  const video = { ...goodVideo, looks: looksWith([onScreen, onScreen, onScreen, onScreen, onScreen]), restless: true };
  const config = activeLivenessSchema.config.parse({ light: 'off' });
  return evaluateActiveLiveness({ config, result: video }).outcome.checks;
}

/** A voice that no engine understood, in such a video. */
export function voiceOf(): Check[] {
  const { looks, antiSpoofing, antiSpoofingRule, antiSpoofingMissing } = goodVideo;
  const seen = { looks, antiSpoofing, antiSpoofingRule, antiSpoofingMissing, pictures: 50, crowdedPictures: 0 };
  const config = voiceLivenessSchema.config.parse({ digitCount: 4, withVideo: true });
  const result: HeardVoice = {
    challengeId: null,
    digits: '4927',
    fault: null,
    audioMs: 4_000,
    speechMs: 2_000,
    clippedFraction: 0,
    engine: 'missing',
    heardDigits: null,
    mouthSpeechCorrelation: 0.8,
    signs: null,
    speaker: { ...seen, restless: true },
    models: [],
    durationMs: 900,
  };
  return evaluateVoiceLiveness({ config, result }).outcome.checks;
}

/** A face at the border of one document's portrait, next to a document on which no portrait was found. */
export function facesOf(): Check[] {
  const portrait = faceAt(1.8, 'portrait');
  const { modelSha256 } = portrait;
  const others = [
    { stepId: 'id-card', type: 'document' as const, config: {}, traits: { portrait } },
    { stepId: 'passport', type: 'document' as const, config: {}, traits: {} },
  ];
  const ours = { name: 'ours', model: { name: 'ours', sha256: modelSha256 }, reference: 'camera' as const };
  const calibrations = [{ ...ours, same: 0.5, different: 1.5, tooAlike: null, measured: null }];
  const rules = { match: null, people: ['selfie'] as const, threshold: null, calibrations };
  return judgeFacematch({ traits: { face: faceAt(1, 'selfie') }, others }, rules);
}

/** A picture whose liveness was judged, at the border of the selfie that has taken its place. */
export function replacedSelfie(): Check[] {
  const face = faceAt(2.1, 'the new selfie');
  const others = [{ stepId: 'selfie', type: 'selfie' as const, config: {}, traits: { face } }];
  const rules = { match: null, people: ['selfie'] as const, reusedSelfie: 'selfie', threshold: null, calibrations: [] };
  return judgeFacematch({ traits: { face: faceAt(1, 'the first selfie') }, others }, rules);
}

export function mailboxOf(address: string): Check[] {
  const confirmed = { confirmedAt: at.toISOString(), sendCount: 1, wrongCodeCount: 0 };
  const risks = { receivesMail: true, disposableDomain: true, roleAddress: true };
  const stored = { kind: 'done' as const, result: { address, ...confirmed, ...risks } };
  return emailStep.evaluate({ config: {}, input: {}, stored, at, earlier: [] }).outcome.checks;
}

/** A number of an internet provider, about which the lookup does not know the rest, and which others have confirmed. */
export function numberOf(): Check[] {
  return phoneConclusion.judge({
    stepId: 'phone',
    config: phoneSchema.config.parse({ warnFromRisk: 'medium' }),
    traits: { phoneNumber: '+5511987654321', phoneInsights: ['line-voip'], phoneUnanswered: ['simSwapped'] },
    others: [],
    seen: { otherIdentities: 3, identityIds: [] },
    at,
  });
}
