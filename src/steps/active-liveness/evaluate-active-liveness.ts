import { spoofCalibration } from '../../domain/faces/face-calibration.ts';
import { isCropFalse } from '../../domain/faces/judge-life.ts';
import { isLivenessAction } from '../../domain/verifications/challenge.ts';
import type { Check } from '../../domain/verifications/check.ts';
import type { StepEvaluation } from '../../domain/verifications/evaluation.ts';
import { isRetakeCode } from '../../domain/faults/reason-codes.ts';
import type { FinishedStep } from '../conclusion.ts';
import type { CheckCode, StepConfig, StepResult } from '../define-step-schema.ts';
import { judgeCopiedPortrait } from '../faces/judge-copied-portrait.ts';
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
import { isChallengeAnswered, refusalsOf, type Code } from './find-refusals.ts';
import { followPrompts, networkSlackMs, type Following, type Movement } from './follow-prompts.ts';
import { describeLight, judgeLightResponse, readLight } from './judge-light-response.ts';
import { judgeCamera } from '../recordings/camera-facts.ts';
import { isStalled, judgeTiming } from '../recordings/judge-timing.ts';
import { momentInRecording, placeLiveRecording } from '../recordings/live-recording.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

type Config = StepConfig<typeof activeLivenessSchema>;
type Verdict = { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code };

/**
 * Limits of `FrameChange.banding`. Drawn videos have almost none with a camera at rest (16 videos), at most 0.007 with a camera that
 * sways (20) and at most 0.0135 where everything in view moves and turns (16). Bands of a twelfth of the light give 0.017 and more
 * (16). We had no video of a real screen and none of a person under a flickering lamp.
 */
const rollingBands = { none: 0.01, sure: 0.017 };
/** Refusals that honest people cause by what is in view. */
const poorRecordings: readonly Code[] = ['active_liveness.several_faces', 'active_liveness.face_lost'];

/** Judges the stored observations: whether the video answers this challenge, shows one living person throughout and has no cut. */
export function evaluateActiveLiveness({
  config,
  result,
  earlier = [],
}: {
  config: Config;
  result: WatchedVideo;
  earlier?: readonly FinishedStep[];
}): StepEvaluation {
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
        ...judgeCopiedPortrait(best?.template ?? null, earlier),
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

/**
 * Every finding, the most serious first. Findings that only attackers cause come before those that honest people cause, too. A refusal does
 * not end the search: a flow's policy may accept it, or the person may try again, and neither may hide what else the video shows.
 */
function judge(config: Config, result: WatchedVideo, following: Following): [Verdict, ...Verdict[]] {
  if (result.fault !== null) return [{ outcome: 'failed', code: result.fault as Code }]; // The two codes of the decoder.
  if (following.followedAtMs.length === 0) return [{ outcome: 'error', code: 'check.input_missing' }];
  const isAnswered = isChallengeAnswered(config, result, following);
  const life = lifeOf(result);
  const oneFace = oneFaceIn(result)?.answer ?? 'untold';
  const signs = Object.values(signScoresOf(result)).filter((score) => score !== null);
  const isCopied = signs.some((score) => score >= doubtfulSign);
  // A sign that could not be measured is not absent.
  const looked = result.looks.filter(({ signs: seen }) => seen !== undefined);
  const unseen = looked.length > 0 && looked.filter(({ signs: seen }) => seen !== null).length < leastLooks;
  // Another person is a refusal.
  const isUnsure = oneFace !== 'same' && oneFace !== 'tooAlike' && oneFace !== 'different';
  const isDoubtful = unseen || life === 'doubtful' || isUnsure || result.restless;
  const mover = showsAnother(result) ? 'another' : moverOf(result, following);
  const missing: Verdict[] = life === 'missing' ? [{ outcome: 'error', code: 'check.model_missing' }] : [];
  const doubts = (...codes: readonly (Code | null)[]) =>
    codes.flatMap((code): Verdict[] => (code === null ? [] : [{ outcome: 'warning', code }]));
  const refusals = refusalsOf(result, { oneFace, life, isAnswered });
  const isStill = isStalled(result);
  // What is seen in a poor recording is a doubt, which another recording clears. The moments of a stalled one are unreliable.
  const isPoor = isStill || refusals.some((code) => poorRecordings.includes(code));
  const isChanged = mover === 'another' || (mover === 'untold' && isAnswered);
  const isVague = !isAnswered && (mover === 'untold' || isStill);
  const all = [
    ...refusals.map((code): Verdict => ({ outcome: 'failed', code })),
    ...doubts(isStill ? 'active_liveness.network_stalled' : null),
    ...missing,
    ...doubts(
      isChanged && !isPoor ? 'active_liveness.face_changed' : null,
      isCopied && !isPoor ? 'active_liveness.screen_or_print' : null,
      isDoubtful || isVague || (isPoor && (isChanged || isCopied)) ? 'active_liveness.doubtful' : null,
    ),
  ];
  const [first, ...others] = all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
  return first === undefined ? [{ outcome: 'passed', code: null }] : [first, ...others];
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
function moverOf({ looks, movers }: WatchedVideo, { followedBy, strays }: Following): 'one' | 'another' | 'untold' {
  // Stored before movements were compared.
  if (movers === undefined) return 'one';
  const [best] = looks.flatMap(({ template }) => template ?? []);
  if (best === undefined) return 'untold';
  const answersTo = ({ shownAtMs }: Movement) =>
    movers
      .filter(({ atMs }) => shownAtMs.includes(atMs))
      .map(({ template }) =>
        template === null ? 'untold' : judgeMatch(best, { ...template, source: 'video' }, null).answer,
      );
  // A prompt that nothing followed is a refusal.
  const followed = followedBy.filter((movement) => movement !== null);
  if ([...followed, ...strays].some((movement) => answersTo(movement).includes('different'))) return 'another';
  return followed.every((movement) => answersTo(movement).includes('same')) ? 'one' : 'untold';
}
