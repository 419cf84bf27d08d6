import type { Traits } from '../../../src/domain/traits.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import type { WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';
import { concludeHolder } from '../../../src/steps/document/checks/holder-match.ts';
import { checkDocumentReading } from '../../../src/steps/document/checks/document-reading.ts';
import { checkDocumentType } from '../../../src/steps/document/checks/document-type.ts';
import { judgeReHolder } from '../../../src/steps/document/checks/re-holder-match.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { faceHistorySchema, judgeReFacematch } from '../../../src/steps/faces/judge-history.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import type { HeardVoice } from '../../../src/steps/voice-liveness/heard-voice-schema.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { card, evidenceOf, page, readings } from '../../support/documents/bare-evidence.ts';
import { faceAt } from '../../support/people/made-up-face.ts';
import { goodVideo, looksWith, noSigns } from '../../support/people/watched-video.ts';

/**
 * The faults that an input can have, and the checks of an input with some of them. `either`: faults of which the checks
 * report only one.
 */
export interface Family {
  faults: readonly string[];
  either: readonly (readonly string[])[];
  checksOf: (faults: ReadonlySet<string>) => Check[];
}

function familyOf<Given extends object>(
  base: Given,
  faults: Readonly<Record<string, (given: Given) => Partial<Given>>>,
  judge: (given: Given) => Check[],
  either: readonly (readonly string[])[] = [],
): Family {
  return {
    faults: Object.keys(faults),
    either,
    checksOf: (chosen) =>
      judge(
        Object.entries(faults).reduce(
          (given, [name, change]) => (chosen.has(name) ? { ...given, ...change(given) } : given),
          base,
        ),
      ),
  };
}

const person = 1;
const another = 9;
const onScreen = { ...noSigns, screen: 0.9 };
export const film: WatchedVideo = {
  ...goodVideo,
  movers: [{ atMs: 1_960, template: faceAt(person) }],
  looks: looksWith([noSigns, noSigns, noSigns, noSigns, noSigns]).map((look) => ({
    ...look,
    template: faceAt(person),
  })),
};
const activeFamily = familyOf(
  film,
  {
    'several faces': ({ samples }) => ({
      samples: samples.map((sample, index) => (index % 4 === 0 ? { ...sample, largeFaces: 2 } : sample)),
    }),
    'a face that is lost': ({ samples }) => ({
      samples: samples.map((sample) => (sample.atMs > 3_000 ? { ...sample, face: null } : sample)),
    }),
    'a cut': () => ({ cutsAtMs: [1_000] }),
    'another movement': () => ({ prompts: [{ action: 'turn-right' as const, atMs: 1_400 }] }),
    'a screen': ({ looks }) => ({ looks: looks.map((look) => ({ ...look, signs: onScreen })) }),
    'changes that hide cuts': () => ({ restless: true }),
    'another person who moves': () => ({ movers: [{ atMs: 1_960, template: faceAt(another) }] }),
    'another person between the looks': () => ({ drawn: [{ atMs: 700, template: faceAt(another) }] }),
    'another person in a look': ({ looks }) => ({
      looks: looks.map((look, index) => (index === 3 ? { ...look, template: faceAt(another) } : look)),
    }),
    'a spoof': ({ looks }) => ({ looks: looks.map((look) => ({ ...look, spoofScores: [-7, -7] })) }),
    'a missing model': () => ({ antiSpoofingMissing: true }),
  },
  (result) =>
    evaluateActiveLiveness({ config: activeLivenessSchema.config.parse({ light: 'off' }), result }).outcome.checks,
);

const { looks, antiSpoofing, antiSpoofingRule, antiSpoofingMissing } = film;
const speaker = { looks, antiSpoofing, antiSpoofingRule, antiSpoofingMissing, pictures: 50, crowdedPictures: 0 };
const signs = { words: 4, pitchHz: 120, pitchRatio: 1.1, pitchStep: 1, floorDb: -50 };
const voice: HeardVoice & { speaker: NonNullable<HeardVoice['speaker']> } = {
  challengeId: null,
  digits: '4927',
  fault: null,
  audioMs: 4_000,
  speechMs: 2_000,
  clippedFraction: 0,
  engine: 'answered',
  heardDigits: '4927',
  mouthSpeechCorrelation: 0.8,
  signs,
  speaker,
  models: [],
  durationMs: 900,
};
const voiceFamily = familyOf(
  voice,
  {
    clipping: () => ({ clippedFraction: 0.5 }),
    'too little speech': () => ({ speechMs: 300 }),
    'no speech': () => ({ speechMs: 0 }),
    'no engine': () => ({ engine: 'missing' as const, heardDigits: null }),
    'other digits': ({ engine }) => ({ heardDigits: engine === 'answered' ? '1111' : null }),
    'several voices': () => ({ signs: { ...signs, pitchRatio: 2.5 } }),
    'a still mouth': () => ({ mouthSpeechCorrelation: 0 }),
    'a mouth that hardly moves': () => ({ mouthSpeechCorrelation: 0.2 }),
    'an early end': () => ({ times: { receivedMs: 100 } }),
    'several faces': ({ speaker: seen }) => ({ speaker: { ...seen, crowdedPictures: 20 } }),
    'another person in a look': ({ speaker: seen }) => ({
      speaker: {
        ...seen,
        looks: seen.looks.map((look, at) => (at === 3 ? { ...look, template: faceAt(another) } : look)),
      },
    }),
    'a cut': ({ speaker: seen }) => ({ speaker: { ...seen, cutsAtMs: [1_000] } }),
    'a screen': ({ speaker: seen }) => ({
      speaker: { ...seen, looks: seen.looks.map((look) => ({ ...look, signs: onScreen })) },
    }),
    'a spoof': ({ speaker: seen }) => ({
      speaker: { ...seen, looks: seen.looks.map((look) => ({ ...look, spoofScores: [-7, -7] })) },
    }),
  },
  (result) =>
    evaluateVoiceLiveness({
      config: voiceLivenessSchema.config.parse({ digitCount: 4, withVideo: true }),
      result,
    }).outcome.checks,
  [
    ['too little speech', 'no speech'],
    ['no engine', 'other digits'],
  ],
);

const ofZone = readings({ dateOfBirth: '1990-01-01', dateOfExpiry: '2030-01-01', familyNames: 'ANNA' });
const agreed = { readersAgree: true, fields: [], disputedEmpty: [] as string[] };
const readingFamily = familyOf(
  { codes: [] as string[], mrz: agreed, number: readings({ documentNumber: 'A1' }), pages: [] as object[] },
  {
    blur: ({ codes }) => ({ codes: [...codes, 'document.blurry_text'] }),
    darkness: ({ codes }) => ({ codes: [...codes, 'document.too_dark'] }),
    'bright light': ({ codes }) => ({ codes: [...codes, 'document.too_bright'] }),
    'too few pixels': ({ codes }) => ({ codes: [...codes, 'document.image_too_small'] }),
    'a file that is unreadable': ({ pages }) => ({ pages: [...pages, { ...page, fault: 'file.unreadable_image' }] }),
    'a file with too many pages': ({ pages }) => ({ pages: [...pages, { ...page, fault: 'file.too_many_pages' }] }),
    'readers that disagree': () => ({ mrz: { ...agreed, readersAgree: false, disputedEmpty: ['optionalData'] } }),
    'a number that is doubtful': () => ({ number: readings({ documentNumber: 'A1' }, true) }),
    'a number that is missing': () => ({ number: readings({}) }),
  },
  ({ codes, mrz, number, pages }) =>
    checkDocumentReading(
      evidenceOf({
        mrz,
        fields: new Map([...ofZone, ...number]),
        result: { pages: [{ ...page, codes }, ...pages], unreadPages: 0, durationMs: 1 },
      }),
    ),
  [['a number that is doubtful', 'a number that is missing']],
);

const typeFamily = familyOf(
  { accept: { type: 'national-id' }, input: { documentType: 'national-id' }, isKindCertain: true },
  {
    'a type that is not accepted': ({ accept }) => ({ accept: { ...accept, type: 'passport' } }),
    'a type that the person did not name': ({ input }) => ({ input: { ...input, documentType: 'passport' } }),
    'a country that is not accepted': ({ accept }) => ({ accept: { ...accept, countries: ['PT'] } }),
    'a country that the person did not name': ({ input }) => ({ input: { ...input, country: 'PT' } }),
    'a kind that is uncertain': () => ({ isKindCertain: false }),
  },
  ({ accept, input, isKindCertain }) => checkDocumentType(evidenceOf({ input, isKindCertain }, { accept: [accept] })),
);
const subtypeFamily = familyOf(
  { accept: { type: 'national-id' }, input: { documentType: 'national-id' } },
  {
    'a country that is not accepted': ({ accept }) => ({ accept: { ...accept, countries: ['PT'] } }),
    'a subtype that is not accepted': ({ accept }) => ({ accept: { ...accept, subtypes: ['cnh'] } }),
    'a subtype that the person did not name': ({ input }) => ({ input: { ...input, subtype: 'cnh' } }),
  },
  ({ accept, input }) => {
    const config = { ...documentSchema.config.parse({ accept: [{ type: 'national-id' }] }), accept: [accept] };
    const accepted = { countries: null, subtypes: null, ...accept };
    return checkDocumentType(evidenceOf({ input, config: { ...config, accept: [accepted] }, kind: card }));
  },
);

const ours = { name: 'ours', model: { name: 'ours', sha256: faceAt(1).modelSha256 }, reference: 'camera' as const };
const calibration = { ...ours, same: 0.5, different: 1.5, tooAlike: null, measured: null };
const reFaceFamily = familyOf(
  faceHistorySchema.parse({
    reverifies: true,
    enrolled: faceAt(1.2, 'enrolled'),
    shownBefore: false,
    calibrations: [calibration],
    nearest: null,
  }),
  {
    'no enrolled face': () => ({ enrolled: null }),
    'a face at the border': () => ({ enrolled: faceAt(2, 'enrolled') }),
    'another face than the enrolled one': () => ({ enrolled: faceAt(another, 'enrolled') }),
    'another face than an earlier one': () => ({ unlikeEarlier: true }),
    'a picture that was shown before': () => ({ shownBefore: true }),
    'pictures that are encrypted': () => ({ shownBefore: null }),
    'attempts that were not looked at': () => ({ notAllSeen: true }),
  },
  (history) => judgeReFacematch({ face: faceAt(1, 'selfie') }, history),
  [
    ['no enrolled face', 'a face at the border', 'another face than the enrolled one'],
    ['a picture that was shown before', 'pictures that are encrypted'],
  ],
);

const holder: Traits = { documentType: 'passport', fullName: 'ANNA ERIKSSON', dateOfBirth: '1974-08-12' };
const holderFamily = familyOf(
  { first: holder, second: holder },
  {
    'a document of another person': ({ first }) => ({ first: { ...first, fullName: 'KARL LINDQVIST' } }),
    'a birth date that differs': ({ first }) => ({ first: { ...first, dateOfBirth: '1980-01-01' } }),
    'a document without a name': ({ second: { fullName: _, ...second } }) => ({ second }),
  },
  ({ first, second }) =>
    concludeHolder({
      traits: holder,
      others: [first, second].map((traits, index) => ({
        stepId: `document-${index}`,
        type: 'document' as const,
        config: {},
        traits,
      })),
    }),
);
const known = { fullName: 'ANNA ERIKSSON', dateOfBirth: '1974-08-12', encrypted: false };
const reHolderFamily = familyOf(
  { traits: holder, known },
  {
    'another birth date': ({ traits }) => ({ traits: { ...traits, dateOfBirth: '1980-01-01' } }),
    'no name': ({ traits: { fullName: _, ...traits } }) => ({ traits }),
    'encrypted documents': ({ known: before }) => ({ known: { ...before, encrypted: true } }),
  },
  (given) => judgeReHolder(given.traits, given.known),
);

export const families: Readonly<Record<string, Family>> = {
  'a video of movements': activeFamily,
  'a video of a voice': voiceFamily,
  'a reading of a document': readingFamily,
  'a type of document': typeFamily,
  'a subtype of document': subtypeFamily,
  'a face that is verified again': reFaceFamily,
  'holders of three documents': holderFamily,
  'a holder who is verified again': reHolderFamily,
};
