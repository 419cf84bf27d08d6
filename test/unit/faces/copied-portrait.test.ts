import { expect, test } from 'vitest';
import type { Check } from '../../../src/domain/verifications/check.ts';
import type { FinishedStep } from '../../../src/steps/conclusion.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { faceAt } from '../../support/people/made-up-face.ts';
import { goodVideo } from '../../support/people/watched-video.ts';

const shown = faceAt(1, 'a picture of the portrait');
const looks = goodVideo.looks.map((look) => ({ ...look, template: shown }));

/** Nobody has followed the prompts, so the person may try again. */
function moving(earlier: readonly FinishedStep[]): Check[] {
  const config = activeLivenessSchema.config.parse({});
  return evaluateActiveLiveness({ config, result: { ...goodVideo, looks, samples: [] }, earlier }).outcome.checks;
}

/** The voice says other digits, so the person may try again. */
function speaking(earlier: readonly FinishedStep[]): Check[] {
  const { antiSpoofing, antiSpoofingRule, antiSpoofingMissing } = goodVideo;
  const speaker = { looks, antiSpoofing, antiSpoofingRule, antiSpoofingMissing, pictures: 50, crowdedPictures: 0 };
  const result = {
    challengeId: null,
    digits: '4927',
    fault: null,
    audioMs: 4_000,
    speechMs: 2_000,
    clippedFraction: 0,
    engine: 'answered',
    heardDigits: '1111',
    mouthSpeechCorrelation: 0.8,
    signs: null,
    speaker,
    models: [],
    durationMs: 900,
  } as const;
  const config = voiceLivenessSchema.config.parse({ digitCount: 4, withVideo: true });
  return evaluateVoiceLiveness({ config, result: { ...result, models: [] }, earlier }).outcome.checks;
}

test.each([
  ['active liveness', moving],
  ['a voice', speaking],
])('a picture of a document’s portrait in a video of %s is noticed in an attempt that may be repeated', (_what, of) => {
  const passport = (portrait: object) => [
    { stepId: 'passport', type: 'document' as const, config: {}, traits: { portrait: { ...shown, ...portrait } } },
  ];
  const copies = (earlier: readonly FinishedStep[]) =>
    of(earlier).filter(({ code }) => code === 'selfie.same_as_document');
  expect(copies(passport({}))).toMatchObject([{ id: 'facematch', outcome: 'failed' }]);
  expect(copies(passport({ pictureSha256: 'another picture' }))).toEqual([]);
});
