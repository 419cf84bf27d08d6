import { spoofCalibration } from '../../domain/faces/face-calibration.ts';
import { isCropFalse } from '../../domain/faces/judge-life.ts';
import { isLivenessAction } from '../../domain/verifications/challenge.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { isRetakeCode } from '../../domain/faults/reason-codes.ts';
import type { CheckCode, StepConfig, StepResult } from '../define-step-schema.ts';
import { judgeMatch } from '../faces/judge-match.ts';
import { doubtfulSign } from '../faces/judge-signs.ts';
import {
  hasEnoughReadings,
  leastLooks,
  lifeOf,
  lifeVerdictOn,
  oneFaceIn,
  showsAnother,
  signsIn,
} from '../faces/judge-video-looks.ts';
import { spoofDataOf } from '../faces/spoof-readings.ts';
import { followPrompts, networkSlackMs, type Following } from './follow-prompts.ts';
import { describeLight, judgeLightResponse, readLight } from './judge-light-response.ts';
import { judgeCamera } from '../recordings/camera-facts.ts';
import { isStalled, judgeTiming } from '../recordings/judge-timing.ts';
import { momentInRecording, placeLiveRecording } from '../recordings/live-recording.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

type Config = StepConfig<typeof activeLivenessSchema>;
type Code = CheckCode<typeof activeLivenessSchema, 'active-liveness'>;
type Verdict = { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code };

/** The detector may lose the face for a moment while the head turns. */
const lost = { longestMs: 1_500, mostOfVideo: 0.25 };
/**
 * Limits of `FrameChange.banding`. Drawn videos have almost none with a camera at rest (16 videos), at most 0.007 with a camera that
 * sways (20) and at most 0.0135 where everything in view moves and turns (16). Bands of a twelfth of the light give 0.017 and more
 * (16). We had no video of a real screen and none of a person under a flickering lamp.
 */
const rollingBands = { none: 0.01, sure: 0.017 };
/** Judges the stored observations: whether the video answers this challenge, shows one living person throughout and has no cut. */
export function evaluateActiveLiveness({ config, result }: { config: Config; result: WatchedVideo }): StepEvaluation {
  const places = result.live == null ? null : placeLiveRecording(result.live);
  const prompts =
    places?.prompts.flatMap(({ action, atMs }) => (isLivenessAction(action) ? [{ action, atMs }] : [])) ??
    result.prompts;
  const slackMs = places === null ? 0 : networkSlackMs;
  const following = followPrompts(result.samples, prompts, config.promptTimeoutMs, slackMs);
  const lights = judgeLightResponse(config.light, result);
  const isAnswered = lights.some(({ outcome }) => outcome === 'passed');
  const [first, ...more] = judge(config, result, following);
  const isDoubtful = first.code === 'active_liveness.doubtful' && more.length === 0;
  const isLifted = isAnswered && isDoubtful && isDoubtOfModelsAlone(result);
  const verdict: Verdict = isLifted ? { outcome: 'passed', code: null } : first;
  const timing = timingOf(result);
  const [best] = result.looks;
  const record: StepResult<typeof activeLivenessSchema> = {
    bestFace: result.bestFace,
    videoMs: result.fault === null ? result.videoMs : null,
    lightCurve: describeLight(result).map(({ atMs, shown, face }) => ({
      atMs: momentInRecording(atMs),
      shownRed: rounded(shown[0]),
      shownBlue: rounded(shown[1]),
      faceRed: rounded(face[0]),
      faceBlue: rounded(face[1]),
    })),
    poseCurve: result.samples.flatMap(({ atMs, face }) =>
      face === null ? [] : [{ atMs: Math.min(atMs, 20_000), yawDegrees: face.yaw, pitchDegrees: face.pitch }],
    ),
  };
  const data = {
    challengeId: result.challengeId,
    prompts: prompts.map((prompt, index) => ({
      ...prompt,
      atMs: momentInRecording(prompt.atMs),
      followedAtMs: following.followedAtMs[index] ?? null,
    })),
    cutsAtMs: result.cutsAtMs.map((atMs) => Math.min(atMs, 20_000)),
    mostFaces: Math.max(0, ...result.samples.map(({ largeFaces }) => largeFaces)),
    light: readLight(result),
    liftedByLight: isLifted,
    ...signScoresOf(result),
    oneFace: oneFaceIn(result)?.data ?? null,
    antiSpoofing: spoofDataOf(lifeVerdictOn(result), spoofCalibration.live),
  };
  // Other steps are not compared with a face that is not live.
  const mayBeAlive = [verdict, ...timing].every(({ outcome }) => outcome === 'passed' || outcome === 'warning');
  const face = mayBeAlive ? best?.template : null;
  // A refused video gets no second attempt because of weak light.
  const isRefused = [verdict, ...timing].some(({ outcome }) => outcome === 'failed');
  return {
    retakeCodes: [verdict, ...(isRefused ? [] : lights)].flatMap(({ outcome, code }) =>
      code !== null && outcome !== 'error' && isRetakeCode(code) ? [code] : [],
    ),
    outcome: {
      record,
      checks: [
        ...[verdict, ...more].map((one): Check => ({
          id: 'active-liveness',
          ...one,
          data,
          durationMs: Math.round(result.durationMs),
        })),
        ...lights,
        ...timing,
        ...judgeCamera(result.camera, 'active_liveness.camera_doubtful'),
      ],
      facts: {},
      traits: face == null ? {} : { face },
      models: result.models,
    },
  };
}

/** No check for results that were stored without times. */
function timingOf({ times, live, challengeId, fault, videoMs }: WatchedVideo): Check[] {
  if (times === undefined) return [];
  const check = judgeTiming({ times, live, challengeId, fault, lengthMs: videoMs }, timingCodes);
  const data = { ...check.data, videoMs: fault === null ? videoMs : null, prompts: live?.prompts ?? [] };
  return [{ ...check, data }];
}

const timingCodes = {
  early: 'active_liveness.recorded_too_early',
  stalled: 'active_liveness.network_stalled',
} as const satisfies Record<string, CheckCode<typeof activeLivenessSchema, 'timing'>>;

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

/** The most serious finding comes first. Findings that only attackers cause come before those that honest people cause, too. */
function judge(config: Config, result: WatchedVideo, following: Following): [Verdict, ...Verdict[]] {
  const refusal = refusalOf(config, result, following);
  if (refusal !== null) return [refusal];
  const life = lifeOf(result);
  const oneFace = oneFaceIn(result)?.answer ?? 'untold';
  const signs = Object.values(signScoresOf(result)).filter((score) => score !== null);
  const isCopied = signs.some((score) => score >= doubtfulSign);
  // A sign that could not be measured is not absent.
  const looked = result.looks.filter(({ signs: seen }) => seen !== undefined);
  const unseen = looked.length > 0 && looked.filter(({ signs: seen }) => seen !== null).length < leastLooks;
  const isOne = oneFace === 'same' || oneFace === 'tooAlike';
  const isDoubtful = unseen || life === 'doubtful' || !isOne || result.restless;
  const missing: Verdict[] = life === 'missing' ? [{ outcome: 'error', code: 'check.model_missing' }] : [];
  const doubts = (...codes: readonly (Code | null)[]) =>
    codes.flatMap((code): Verdict[] => (code === null ? [] : [{ outcome: 'warning', code }]));
  // The moments of a stalled recording are unreliable, so signs in it are a doubt, which another recording clears.
  const found = isStalled(result)
    ? [
        ...doubts('active_liveness.network_stalled'),
        ...missing,
        ...doubts(isDoubtful || isCopied ? 'active_liveness.doubtful' : null),
      ]
    : [
        ...missing,
        ...doubts(
          isMovedByOne(result, following) && !showsAnother(result) ? null : 'active_liveness.face_changed',
          isCopied ? 'active_liveness.screen_or_print' : null,
          isDoubtful ? 'active_liveness.doubtful' : null,
        ),
      ];
  const [first, ...others] = found;
  return first === undefined ? [{ outcome: 'passed', code: null }] : [first, ...others];
}

/** Why the video answers nothing; null if it answers. */
function refusalOf({ promptCount }: Config, result: WatchedVideo, following: Following): Verdict | null {
  if (result.fault !== null) return { outcome: 'failed', code: result.fault as Code }; // The two codes of the decoder.
  if (following.followedAtMs.length === 0) return { outcome: 'error', code: 'check.input_missing' };
  if (oneFaceIn(result)?.answer === 'different') return { outcome: 'failed', code: 'active_liveness.face_changed' };
  if (result.cutsAtMs.length > 0) return { outcome: 'failed', code: 'active_liveness.cut_found' };
  if (lifeOf(result) === 'spoof') return { outcome: 'failed', code: 'active_liveness.not_live' };
  if (result.samples.filter(({ largeFaces }) => largeFaces > 1).length > 1) {
    return { outcome: 'failed', code: 'active_liveness.several_faces' };
  }
  if (isFaceLost(result)) return { outcome: 'failed', code: 'active_liveness.face_lost' };
  if (isStalled(result)) return null;
  // A recording that ends before the last prompt was sent has not answered all prompts.
  const sentAll = result.live == null || following.followedAtMs.length === promptCount;
  const followed = sentAll && following.followedAtMs.every((atMs) => atMs !== null);
  const isAnswered = followed && following.strays.length === 0;
  return isAnswered ? null : { outcome: 'failed', code: 'active_liveness.challenge_not_followed' };
}

/**
 * Whether the doubt comes from the anti-spoofing models alone, which is the only doubt that an answered light may remove. Every model saw
 * enough looks and the same face as a reviewer, there were no signs of a screen, and the video shows one person throughout. The light never
 * removes a refusal, a sign of a screen, a missing model or another check's finding.
 */
function isDoubtOfModelsAlone(result: WatchedVideo): boolean {
  const { life, readings } = lifeVerdictOn(result);
  const signsSeen = result.looks.filter(({ signs }) => signs != null).length >= leastLooks;
  const oneFace = oneFaceIn(result)?.answer;
  const isOne = oneFace === 'same' || oneFace === 'tooAlike';
  const isPlausible = signsSeen && isOne && !result.restless && !readings.some(isCropFalse);
  return life === 'doubtful' && hasEnoughReadings(result) && isPlausible;
}

/** Signs that the video shows a screen or a print, each 0 to 1; null when the sign was not measured. */
function signScoresOf({ looks, banding }: WatchedVideo) {
  const together = signsIn({ looks });
  return {
    screenScore: together?.screen ?? null,
    printEdgeScore: together?.printEdge ?? null,
    moireScore: together?.moire ?? null,
    bandingScore:
      banding === null
        ? null
        : Math.min(1, Math.max(0, (banding - rollingBands.none) / (rollingBands.sure - rollingBands.none))),
  };
}

/**
 * Whether the person who moves is the one who looks into the camera: only looks into the camera are judged for liveness and compared with
 * other steps. Each movement that followed a prompt needs one picture within the limit for the same person, and none beyond the limit for
 * another person. A turned head is less similar to itself, so this leads to review and refuses nothing.
 */
function isMovedByOne({ looks, movers }: WatchedVideo, { followedBy }: Following): boolean {
  // Stored before movements were compared.
  if (movers === undefined) return true;
  const [best] = looks.flatMap(({ template }) => template ?? []);
  if (best === undefined) return false;
  return followedBy.every((movement) => {
    const shown = movers.filter(({ atMs }) => movement?.shownAtMs.includes(atMs) === true);
    const answers = shown.map(({ template }) =>
      template === null ? 'untold' : judgeMatch(best, { ...template, source: 'video' }, null).answer,
    );
    return answers.some((answer) => answer === 'same') && !answers.includes('different');
  });
}

function isFaceLost({ samples, videoMs }: WatchedVideo): boolean {
  const missing = samples.filter(({ face }) => face === null).length;
  if (missing > lost.mostOfVideo * samples.length) return true;
  let lastSeenMs = 0;
  for (const { atMs, face } of samples) {
    if (atMs - lastSeenMs > lost.longestMs) return true;
    if (face !== null) lastSeenMs = atMs;
  }
  return videoMs - lastSeenMs > lost.longestMs;
}
