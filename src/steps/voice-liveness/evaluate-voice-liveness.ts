import { spoofCalibration } from '../../domain/faces/face-calibration.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { isRetakeCode } from '../../domain/faults/reason-codes.ts';
import { judgeCamera } from '../recordings/camera-facts.ts';
import { judgeTiming } from '../recordings/judge-timing.ts';
import { momentInRecording } from '../recordings/live-recording.ts';
import { endsBeforeItCan } from '../recordings/recording-times.ts';
import type { FinishedStep } from '../conclusion.ts';
import type { CheckCode, StepConfig, StepResult } from '../define-step-schema.ts';
import { judgeCopiedPortrait } from '../faces/judge-copied-portrait.ts';
import { doubtfulSign } from '../faces/judge-signs.ts';
import { leastLooks, lifeOf, lifeVerdictOn, oneFaceIn, showsAnother, signsIn } from '../faces/judge-video-looks.ts';
import { spoofDataOf } from '../faces/spoof-readings.ts';
import type { HeardVoice } from './heard-voice-schema.ts';
import type { voiceLivenessSchema } from './schema.ts';

type Config = StepConfig<typeof voiceLivenessSchema>;
type Code = CheckCode<typeof voiceLivenessSchema, 'voice-liveness'>;
type Verdict = { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code };

/** The shortest time in which a person says a digit. */
const leastSpeechMsPerDigit = 120;
/** Any speech at all. */
const leastSpeechMs = 250;
const mostClipped = 0.02;
/** Synthetic speakers reach 0.7 and more, still mouths with somebody else's voice up to 0.15. Values in between are uncertain. */
const correlation = { still: 0.15, moving: 0.35 };

/**
 * The pitch of one person's words varies less. Of 27 recordings of one synthetic voice, the widest range is 1.31. No recordings of people
 * were available, so this leads to review and refuses nothing.
 */
const severalVoicesFrom = 1.7;

/** In a single picture, two faces may be a reflection. */
const mostCrowdedPictures = 1;
/** The mouth is compared with the voice only where a face is seen. The share is that of active liveness. */
const mostFaceless = 0.25;

/** Judges the stored observations. Without an engine that understands speech, nothing passes. */
export function evaluateVoiceLiveness({
  config,
  result,
  earlier = [],
}: {
  config: Config;
  result: HeardVoice;
  earlier?: readonly FinishedStep[];
}): StepEvaluation {
  const [verdict, ...more] = judge(config, result);
  const timing = timingOf(result);
  const digitsMatch = result.heardDigits === null ? null : result.heardDigits === result.digits;
  const record: StepResult<typeof voiceLivenessSchema> = {
    heardDigits: result.heardDigits,
    audioMs: result.fault === null ? result.audioMs : null,
  };
  const data = {
    challengeId: result.challengeId,
    speechMs: result.speechMs,
    clippedFraction: result.fault === null ? result.clippedFraction : null,
    digitsMatch,
    mouthSpeechCorrelation: result.mouthSpeechCorrelation,
    pitchHz: result.signs?.pitchHz ?? null,
    pitchRatio: result.signs?.pitchRatio ?? null,
    pitchStep: result.signs?.pitchStep ?? null,
    floorDb: result.signs?.floorDb ?? null,
    speaker: speakerDataOf(result.speaker),
    models: result.models,
  };
  // Other steps are not compared with a face that is not live.
  const mayBeAlive = [verdict, ...timing].every(({ outcome }) => outcome === 'passed' || outcome === 'warning');
  const shown = result.speaker?.looks[0]?.template ?? null;
  const face = mayBeAlive ? shown : null;
  return {
    retakeCodes: [verdict, ...timing].flatMap(({ outcome, code }) =>
      code !== null && outcome !== 'error' && isRetakeCode(code) ? [code] : [],
    ),
    outcome: {
      record,
      checks: [
        ...[verdict, ...more].map((one): Check => ({
          id: 'voice-liveness',
          ...one,
          data,
          durationMs: Math.round(result.durationMs),
        })),
        ...timing,
        ...judgeCamera(result.camera, 'voice_liveness.camera_doubtful'),
        ...judgeCopiedPortrait(shown, earlier),
      ],
      facts: {},
      traits: face == null ? {} : { face },
      models: result.models,
    },
  };
}

/** No check for results of voices that came as one file: their verdict says whether they ended too early. */
function timingOf({ times = null, live, challengeId, fault, audioMs }: HeardVoice): Check[] {
  if (live === undefined) return [];
  const check = judgeTiming({ times, live, challengeId, fault, lengthMs: audioMs }, timingCodes);
  return [{ ...check, data: { ...check.data, audioMs: fault === null ? audioMs : null } }];
}

const timingCodes = {
  early: 'voice_liveness.recorded_too_early',
  stalled: 'voice_liveness.network_stalled',
} as const satisfies Record<string, CheckCode<typeof voiceLivenessSchema, 'timing'>>;

/**
 * Everything that was found about the voice and about the speaker's face, the most serious first. Findings that only attackers cause come
 * before those that honest people cause, too. None hides another: a flow's policy may accept it, or the person may try again.
 */
function judge(config: Config, result: HeardVoice): [Verdict, ...Verdict[]] {
  const [heard, seen] = [judgeVoice(config, result), judgeSpeaker(result)];
  const all = [...seen.filter(isAttack), ...heard, ...seen].sort((one, other) => rankOf(one) - rankOf(other));
  const [first, ...others] = all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
  return first === undefined ? [{ outcome: 'passed', code: null }] : [first, ...others];
}

const gravity = ['failed', 'error', 'warning', 'passed'] as const satisfies readonly Verdict['outcome'][];

function rankOf(verdict: Verdict): number {
  return isAttack(verdict) ? -1 : gravity.indexOf(verdict.outcome);
}

function isAttack({ outcome, code }: Verdict): boolean {
  return outcome === 'failed' && !isRetakeCode(code);
}

const failed = (code: Code, isFound: boolean): Verdict[] => (isFound ? [{ outcome: 'failed', code }] : []);
const doubted = (code: Code, isFound: boolean): Verdict[] => (isFound ? [{ outcome: 'warning', code }] : []);

/** Whether one living person speaks, as far as the pictures show; the voice has separate findings. */
function judgeSpeaker({ speaker }: HeardVoice): Verdict[] {
  // No video, or one that was judged before its face was examined.
  if (speaker == null) return [];
  const oneFace = oneFaceIn(speaker)?.answer ?? 'untold';
  const life = lifeOf(speaker);
  const { cutsAtMs = [], restless = false, facelessPictures = 0 } = speaker;
  const signs = Object.values(signsIn(speaker) ?? {});
  // A sign that could not be measured is not absent.
  const looked = speaker.looks.filter(({ signs: seen }) => seen != null).length >= leastLooks;
  // Another person is a refusal.
  const isUnsure = oneFace !== 'same' && oneFace !== 'tooAlike' && oneFace !== 'different';
  const isHidden = restless || facelessPictures > mostFaceless * speaker.pictures;
  const isDoubtful = life === 'doubtful' || isHidden || isUnsure || !looked;
  return [
    ...failed('voice_liveness.face_changed', oneFace === 'different'),
    ...failed('voice_liveness.not_live', life === 'spoof'),
    ...failed('voice_liveness.several_faces', speaker.crowdedPictures > mostCrowdedPictures),
    ...(life === 'missing' ? [{ outcome: 'error', code: 'check.model_missing' } as const] : []),
    ...doubted('voice_liveness.face_changed', cutsAtMs.length > 0 || showsAnother(speaker)),
    ...doubted('voice_liveness.doubtful', isDoubtful || signs.some((score) => score >= doubtfulSign)),
  ];
}

function speakerDataOf(speaker: HeardVoice['speaker']) {
  if (speaker == null) return null;
  const signs = signsIn(speaker);
  return {
    pictures: speaker.pictures,
    crowdedPictures: speaker.crowdedPictures,
    cutsAtMs: (speaker.cutsAtMs ?? []).map(momentInRecording),
    oneFace: oneFaceIn(speaker)?.data ?? null,
    antiSpoofing: spoofDataOf(lifeVerdictOn(speaker), spoofCalibration.live),
    screenScore: signs?.screen ?? null,
    printEdgeScore: signs?.printEdge ?? null,
    moireScore: signs?.moire ?? null,
  };
}

function judgeVoice({ withVideo }: Config, result: HeardVoice): Verdict[] {
  const { fault, digits, times, live, audioMs, clippedFraction, speechMs, engine, heardDigits } = result;
  if (fault !== null) return [{ outcome: 'failed', code: fault as Code }]; // The decoder's own codes.
  if (digits === null || times === null) return [{ outcome: 'error', code: 'check.input_missing' }];
  const isClipped = clippedFraction > mostClipped;
  const isSilent = speechMs !== null && speechMs < leastSpeechMs;
  const isShort = speechMs !== null && !isSilent && speechMs < leastSpeechMsPerDigit * digits.length;
  // What is heard in a poor recording is a doubt, which another recording clears.
  const isPoor = isClipped || isSilent || isShort;
  const mouth = withVideo ? (result.mouthSpeechCorrelation ?? -1) : 1;
  const isOfSeveral = (result.signs?.pitchRatio ?? 1) >= severalVoicesFrom;
  return [
    // For voices that arrive in chunks, the check `timing` reports it.
    ...failed(
      'voice_liveness.recorded_too_early',
      live === undefined && times !== undefined && endsBeforeItCan(times, audioMs),
    ),
    ...failed('voice_liveness.clipped', isClipped),
    ...(speechMs === null ? [{ outcome: 'error', code: 'check.model_missing' } as const] : []),
    ...failed('voice_liveness.no_speech', isSilent),
    ...failed('voice_liveness.too_short', isShort),
    // Without the detector, nothing tells when the mouth should move.
    ...failed('voice_liveness.mouth_still', speechMs !== null && !isPoor && mouth < correlation.still),
    ...doubted('voice_liveness.no_speech_engine', engine === 'missing'),
    ...(engine === 'failed' ? [{ outcome: 'error', code: 'check.broken' } as const] : []),
    ...failed('voice_liveness.wrong_digits', engine === 'answered' && heardDigits !== digits),
    ...doubted('voice_liveness.several_voices', !isPoor && isOfSeveral),
    ...doubted('voice_liveness.mouth_still', speechMs !== null && !isPoor && mouth < correlation.moving),
    ...doubted('voice_liveness.doubtful', isPoor && (isOfSeveral || mouth < correlation.moving)),
  ];
}
