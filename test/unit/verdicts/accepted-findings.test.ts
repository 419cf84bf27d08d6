import { describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../../src/domain/faults/reason-codes.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import { decide } from '../../../src/domain/verifications/decision.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { checkAge } from '../../../src/steps/document/checks/age.ts';
import { checkDocumentExpiry } from '../../../src/steps/document/checks/document-expiry.ts';
import { checkDocumentPresence } from '../../../src/steps/document/checks/document-presence.ts';
import { checkDocumentReading } from '../../../src/steps/document/checks/document-reading.ts';
import { checkDocumentType } from '../../../src/steps/document/checks/document-type.ts';
import { checkScreenOrCopy } from '../../../src/steps/document/checks/screen-or-copy.ts';
import { checkTampering } from '../../../src/steps/document/checks/tampering.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { emailStep } from '../../../src/steps/email/index.ts';
import { judgeFacematch } from '../../../src/steps/faces/judge-facematch.ts';
import { phoneConclusion } from '../../../src/steps/phone/conclude-phone.ts';
import { phoneSchema } from '../../../src/steps/phone/schema.ts';
import { passiveLivenessStep } from '../../../src/steps/passive-liveness/index.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import type { HeardVoice } from '../../../src/steps/voice-liveness/heard-voice-schema.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { card, evidenceOf, page, picturesWith, readings } from '../../support/documents/bare-evidence.ts';
import { asked, filmOf } from '../../support/documents/tilt-films.ts';
import { journeyOf, placesOf } from '../../support/people/judged-places.ts';
import { faceAt } from '../../support/people/made-up-face.ts';
import { goodVideo, looksWith, noSigns } from '../../support/people/watched-video.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const signal = (score: number) => ({ score, area: null, evidence: 'drawn' });

/** The checks of dates, of which these were not read for certain. */
function ofDates(doubtful: Record<string, string>, kind: object = card): Check[] {
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

function looksOf(look: object): Check[] {
  const model = { name: 'a model', sha256: 'a'.repeat(64) };
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
function videoOf(): Check[] {
  const onScreen = { ...noSigns, screen: 0.9 };
  const video = { ...goodVideo, looks: looksWith([onScreen, onScreen, onScreen, onScreen, onScreen]), restless: true };
  const config = activeLivenessSchema.config.parse({ light: 'off' });
  return evaluateActiveLiveness({ config, result: video }).outcome.checks;
}

/** A voice that no engine understood, in such a video. */
function voiceOf(): Check[] {
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
function facesOf(): Check[] {
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

function mailboxOf(address: string): Check[] {
  const confirmed = { confirmedAt: at.toISOString(), sendCount: 1, wrongCodeCount: 0 };
  const risks = { receivesMail: true, disposableDomain: true, roleAddress: true };
  const stored = { kind: 'done' as const, result: { address, ...confirmed, ...risks } };
  return emailStep.evaluate({ config: {}, input: {}, stored, at, earlier: [] }).outcome.checks;
}

/** A number of an internet provider, about which the lookup does not know the rest, and which others have confirmed. */
function numberOf(): Check[] {
  return phoneConclusion.judge({
    stepId: 'phone',
    config: phoneSchema.config.parse({ warnFromRisk: 'medium' }),
    traits: { phoneNumber: '+5511987654321', phoneInsights: ['line-voip'], phoneUnanswered: ['simSwapped'] },
    others: [],
    seen: { otherIdentities: 3, identityIds: [] },
    at,
  });
}

/** What the person shows, with the code that the flow accepts, and the one that this must not hide. */
const cases: readonly [what: string, accepted: ReasonCode, other: ReasonCode, checks: () => Check[]][] = [
  [
    'a file of an editor, with another portrait',
    'document.editor_metadata',
    'document.portrait_inserted',
    () => checkTampering(picturesWith({ editorMetadata: signal(0.9), portraitInsertion: signal(0.6) })),
  ],
  [
    'a fresh file whose signature is wrong',
    'document.fresh_file',
    'document.signature_invalid',
    () => checkTampering(picturesWith({ freshFile: signal(1), signature: signal(1) })),
  ],
  [
    'a screen that shows a copy',
    'document.picture_of_screen',
    'document.black_and_white_copy',
    () => checkScreenOrCopy(picturesWith({ screenScore: 0.6, copyScore: 0.9 })),
  ],
  [
    'a blurred card without its number',
    'document.blurry_text',
    'document.field_missing',
    () => checkDocumentReading(evidenceOf({ result: { pages: [{ ...page, codes: ['document.blurry_text'] }] } })),
  ],
  [
    'a card without its number, and with a name that may be another',
    'document.field_missing',
    'document.field_doubtful',
    () => checkDocumentReading(evidenceOf({ fields: readings({ fullName: 'ANNA' }, true) })),
  ],
  [
    'a birth date that may be another, where the flow requires an age',
    'document.field_doubtful',
    'document.age_unknown',
    () => ofDates({ dateOfBirth: '1990-01-01' }),
  ],
  [
    'a date of expiry that may be another',
    'document.field_doubtful',
    'document.expiry_unknown',
    () => ofDates({ dateOfExpiry: '2030-01-01' }),
  ],
  [
    'a letter whose date may be another',
    'document.field_doubtful',
    'document.issue_date_unknown',
    () => ofDates({ dateOfIssue: '2026-02-01' }, { ...card, type: 'proof-of-residency' }),
  ],
  [
    'a kind that is uncertain, of a country that the flow does not accept',
    'document.type_unknown',
    'document.country_not_accepted',
    () =>
      checkDocumentType(evidenceOf({ isKindCertain: false }, { accept: [{ type: 'national-id', countries: ['PT'] }] })),
  ],
  [
    'a kind of no catalogue, of a country that the flow does not accept',
    'document.type_unknown',
    'document.country_not_accepted',
    () => {
      const unknown = { type: null, kind: null, mrz: {} };
      return checkDocumentType(evidenceOf(unknown, { accept: [{ type: 'national-id', countries: ['PT'] }] }));
    },
  ],
  [
    'a tilted document that is a picture of another page',
    'document.tilt_flat',
    'document.tilt_other_page',
    () => {
      const flat = filmOf(asked, { more: { ground: { withPlane: 0.9, alone: 0.3 } } });
      const film = { ...flat, parts: Array.from({ length: 160 }, () => 0.5) };
      return checkDocumentPresence(evidenceOf({ config: { presence: 'tilt-required' }, result: { pages: [], film } }));
    },
  ],
  [
    'dates that contradict each other, without the one of expiry',
    'document.dates_contradict',
    'document.expiry_unknown',
    () =>
      checkDocumentExpiry(evidenceOf({ fields: readings({ dateOfBirth: '2001-01-01', dateOfIssue: '2000-01-01' }) })),
  ],
  [
    'a face at the border, next to a document without a portrait',
    'facematch.borderline',
    'facematch.no_reference_face',
    facesOf,
  ],
  [
    'a blurred face that may be none',
    'face.blurry',
    'passive_liveness.doubtful',
    () => looksOf({ faults: ['face.blurry'], reproduction: { screen: 0.9, printEdge: 0, moire: 0 } }),
  ],
  [
    'a face that is too small and blurred',
    'face.too_small',
    'face.blurry',
    () => looksOf({ faults: ['face.too_small', 'face.blurry'] }),
  ],
  [
    'a video of a screen in which cuts could hide',
    'active_liveness.screen_or_print',
    'active_liveness.doubtful',
    videoOf,
  ],
  [
    'a voice that nothing understood, in a video in which cuts could hide',
    'voice_liveness.no_speech_engine',
    'voice_liveness.doubtful',
    voiceOf,
  ],
  [
    'a fast journey to a country that is not the document’s',
    'location_consistency.impossible_speed',
    'location_consistency.countries_differ',
    () => journeyOf('BR', 'DE'),
  ],
  [
    'coordinates of another country that are not accurate',
    'geolocation.inaccurate',
    'geolocation.country_unknown',
    () => placesOf({ allowedCountries: ['BR'] }, { accuracyMeters: 50_000, country: 'AR' }),
  ],
  [
    'a hosting provider whose country nobody knows',
    'ip_location.hosting',
    'ip_location.country_unknown',
    () => placesOf({}, { network: { country: null, hosting: true } }),
  ],
  ['a risky number about which the lookup does not know all', 'phone_risk.elevated', 'phone_risk.incomplete', numberOf],
  [
    'a number that many share and about which the lookup does not know all',
    'phone.shared',
    'phone_risk.incomplete',
    numberOf,
  ],
  [
    'a disposable address of a role',
    'email_risk.disposable_domain',
    'email_risk.role_address',
    () => mailboxOf('info@mailinator.com'),
  ],
];

describe('a flow that accepts one finding of a check', () => {
  const verdictOn = (checks: readonly Check[], ...accepted: ReasonCode[]) => {
    const policy = Object.fromEntries(accepted.map((code) => [code, 'accept' as const]));
    return decide([{ stepId: 'step', leftOut: false, checks }], policy);
  };

  it.each(cases)('does not accept the others: %s', (_what, accepted, other, given) => {
    const checks = given();
    expect(checks.map(({ code }) => code)).toContain(accepted);
    const { verdict, reasons } = verdictOn(checks, accepted);
    expect(verdict).toBe('reviewNeeded');
    expect(reasons).toContainEqual(expect.objectContaining({ code: other, action: 'review' }));
    // Each has its own entry, and each can be accepted.
    expect(verdictOn(checks, ...checks.flatMap(({ code }) => code ?? [])).verdict).toBe('verified');
  });

  it('still sees an error behind the finding, which no flow accepts', () => {
    const pictures = picturesWith({ screenScore: 0.6, copyScore: null });
    expect(verdictOn(checkScreenOrCopy(pictures), 'document.picture_of_screen').verdict).toBe('reviewNeeded');
    const unread = evidenceOf({ isZoneMisplaced: true, kind: null });
    expect(verdictOn(checkDocumentReading(unread), 'document.several').verdict).toBe('reviewNeeded');
  });
});
