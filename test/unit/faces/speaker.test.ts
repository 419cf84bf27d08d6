import { describe, expect, test } from 'vitest';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { livenessConclusion } from '../../../src/steps/faces/liveness-conclusion.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import type { HeardVoice, SeenSpeaker } from '../../../src/steps/voice-liveness/heard-voice-schema.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { voiceConclusion } from '../../../src/steps/voice-liveness/voice-conclusion.ts';
import { faceAt } from '../../support/people/made-up-face.ts';

const model = { name: 'first-family', sha256: 'a'.repeat(64) };
const config = voiceLivenessSchema.config.parse({ digitCount: 4, withVideo: true });

const look = (place: number, about: Partial<SeenSpeaker['looks'][number]> = {}): SeenSpeaker['looks'][number] => ({
  atMs: 700,
  template: faceAt(place),
  spoofScores: [7],
  signs: { screen: 0, printEdge: 0, moire: 0 },
  ...about,
});
const speaker: SeenSpeaker = {
  looks: Array.from({ length: 5 }, () => look(1)),
  antiSpoofing: [{ model, calibration: { live: 2, spoof: -2 }, agreement: null }],
  antiSpoofingRule: 'all',
  antiSpoofingMissing: false,
  pictures: 50,
  crowdedPictures: 0,
};
const heard: HeardVoice = {
  challengeId: null,
  digits: '4927',
  fault: null,
  audioMs: 4_000,
  speechMs: 2_000,
  clippedFraction: 0,
  engine: 'answered',
  heardDigits: '4927',
  mouthSpeechCorrelation: 0.8,
  signs: null,
  speaker,
  models: [],
  durationMs: 900,
};

const evaluate = (about: Partial<HeardVoice>) => evaluateVoiceLiveness({ config, result: { ...heard, ...about } });
function verdictOn(seen: Partial<SeenSpeaker>, about: Partial<HeardVoice> = {}): string {
  const [check] = evaluate({ speaker: { ...speaker, ...seen }, ...about }).outcome.checks;
  return `${check?.outcome ?? ''} ${check?.code ?? ''}`.trim();
}

describe('the face in a video of a voice', () => {
  test('passes as one living person, and is the face that other steps are compared with', () => {
    expect(verdictOn({})).toBe('passed');
    expect(evaluate({}).outcome.traits.face).toEqual(faceAt(1));
  });

  test('is refused when it changes, although the right digits are heard and wherever it changes', () => {
    for (const place of [0, 1, 2, 3, 4]) {
      const looks = speaker.looks.map((one, index) => (index === place ? look(9) : one));
      expect(verdictOn({ looks })).toBe('failed voice_liveness.face_changed');
    }
  });

  test('goes to review if another person is in a picture between the looks, whose sharpness the sender chooses', () => {
    const drawn = (place: number | null) => [
      { atMs: 300, template: faceAt(1.3) },
      { atMs: 900, template: place === null ? null : faceAt(place) },
    ];
    expect(verdictOn({ drawn: drawn(1.2) })).toBe('passed');
    expect(verdictOn({ drawn: drawn(9) })).toBe('warning voice_liveness.face_changed');
    // An open mouth or a blurred picture makes a face less similar to itself.
    for (const place of [2.1, null]) expect(verdictOn({ drawn: drawn(place) })).toBe('passed');
  });

  test('goes to review if the video jumps, or changes so much that a jump cannot be found', () => {
    expect(verdictOn({ cutsAtMs: [1_200] })).toBe('warning voice_liveness.face_changed');
    expect(verdictOn({ restless: true })).toBe('warning voice_liveness.doubtful');
    expect(verdictOn({ cutsAtMs: [], restless: false })).toBe('passed');
  });

  test('goes to review if it is not seen for a part of the recording: somebody else may speak meanwhile', () => {
    expect(verdictOn({ facelessPictures: 13 })).toBe('warning voice_liveness.doubtful');
    expect(verdictOn({ facelessPictures: 12 })).toBe('passed');
  });

  test('is refused if it is not alive, and no step is compared with it', () => {
    const looks = speaker.looks.map(() => look(1, { spoofScores: [-9] }));
    expect(verdictOn({ looks })).toBe('failed voice_liveness.not_live');
    expect(evaluate({ speaker: { ...speaker, looks } }).outcome.traits).toEqual({});
  });

  test('that is another’s or not alive gets no second attempt, even with a fault that allows one', () => {
    const wrong = { heardDigits: '1111' };
    const looks = speaker.looks.map((one, index) => (index === 2 ? look(9) : one));
    expect(verdictOn({ looks }, wrong)).toBe('failed voice_liveness.face_changed');
    expect(evaluate({ speaker: { ...speaker, looks }, ...wrong }).retakeCodes).toEqual([]);
    expect(verdictOn({}, wrong)).toBe('failed voice_liveness.wrong_digits');
  });

  test('among others asks for another attempt; one picture with a reflection does not', () => {
    expect(verdictOn({ crowdedPictures: 2 })).toBe('failed voice_liveness.several_faces');
    expect(evaluate({ speaker: { ...speaker, crowdedPictures: 2 } }).retakeCodes).toEqual([
      'voice_liveness.several_faces',
    ]);
    expect(verdictOn({ crowdedPictures: 1 })).toBe('passed');
  });

  test.each<[string, Partial<SeenSpeaker>]>([
    ['by the models', { looks: speaker.looks.map(() => look(1, { spoofScores: [0] })) }],
    ['for want of looks', { looks: speaker.looks.slice(0, 2) }],
    ['as neither surely one person nor surely two', { looks: [...speaker.looks.slice(0, 4), look(2.1)] }],
    [
      'by signs of a screen',
      { looks: speaker.looks.map(() => look(1, { signs: { screen: 0.9, printEdge: 0, moire: 0 } })) },
    ],
    ['because nobody looked for signs', { looks: speaker.looks.map(() => look(1, { signs: null })) }],
  ])('goes to review when it is doubtful: %s', (_, seen) => {
    expect(verdictOn(seen)).toBe('warning voice_liveness.doubtful');
  });

  test('never passes without every anti-spoofing model', () => {
    expect(verdictOn({ antiSpoofingMissing: true })).toBe('error check.model_missing');
  });

  test('is not required if only sound was recorded, or in results from before faces were looked at', () => {
    for (const before of [null, undefined]) {
      const { checks, traits } = evaluate({ speaker: before }).outcome;
      expect(checks.map(({ outcome }) => outcome)).toEqual(['passed']);
      expect(traits).toEqual({});
    }
  });
});

describe('the face of a voice, compared', () => {
  const seen = {
    reverifies: false,
    enrolled: null,
    sealed: false,
    shownBefore: false,
    unlikeEarlier: false,
    notAllSeen: false,
    calibrations: [],
    nearest: null,
  };
  const selfie = (place: number) =>
    ({ stepId: 'selfie', type: 'selfie', config: {}, traits: { face: faceAt(place) } }) as const;
  const conclude = (withVideo: boolean, place: number) =>
    voiceConclusion.judge({
      stepId: 'voice',
      at: new Date(0),
      config: { match: null, withVideo },
      traits: withVideo ? { face: faceAt(1) } : {},
      others: [selfie(place)],
      seen,
    });

  test('must be that of the selfie', () => {
    expect(conclude(true, 1.3)).toMatchObject([{ id: 'facematch', outcome: 'passed' }]);
    expect(conclude(true, 9)).toMatchObject([
      { id: 'facematch', outcome: 'failed', code: 'facematch.different_person' },
    ]);
  });

  test('does not matter for a recording of sound alone', () => {
    expect(conclude(false, 9)).toEqual([]);
  });

  test('is compared with by the other steps that show a face, unless only sound was recorded', () => {
    const judge = (withVideo: boolean, traits: { face?: FaceTemplate }) =>
      livenessConclusion
        .judge({
          stepId: 'alive',
          at: new Date(0),
          config: { match: null },
          traits: { face: faceAt(1) },
          others: [{ stepId: 'voice', type: 'voice-liveness', config: { withVideo }, traits }],
          seen,
        })
        .map(({ outcome, code }) => `${outcome} ${code ?? ''}`.trim());
    expect(judge(true, { face: faceAt(1.3) })).toEqual(['passed']);
    expect(judge(true, { face: faceAt(9) })).toEqual(['failed facematch.different_person']);
    expect(judge(true, {})).toEqual(['warning facematch.no_reference_face']);
    expect(judge(false, {})).toEqual([]);
  });
});
