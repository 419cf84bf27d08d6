import type { Check } from '../../domain/verifications/check.ts';
import type { CheckCode, StepConfig } from '../define-step-schema.ts';
import { placeLiveRecording } from '../recordings/live-recording.ts';
import { judgeLight, lightCurveOf, type JudgedLight, type LightMoment } from './judge-light.ts';
import type { LightAnswer } from './light-schema.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

type Light = StepConfig<typeof activeLivenessSchema>['light'];
type Code = CheckCode<typeof activeLivenessSchema, 'light-response'>;

const codeOf: Readonly<Record<Exclude<LightAnswer, 'answered'>, Code>> = {
  weak: 'active_liveness.light_too_weak',
  notAnswered: 'active_liveness.light_not_answered',
  flat: 'active_liveness.light_flat',
  late: 'active_liveness.light_late',
  unseen: 'active_liveness.light_too_weak',
};

/** The result of the light; null when no colour was sent. */
export function readLight({ live, lightSamples }: WatchedVideo): JudgedLight | null {
  const light = lightOf(live);
  return light.length === 0 ? null : judgeLight(lightSamples, light);
}

/** The colour changes of screen and face, for a reviewer; empty when no colour was sent or too few were seen. */
export function describeLight(result: WatchedVideo): LightMoment[] {
  const lagMs = readLight(result)?.lagMs;
  return lagMs == null ? [] : lightCurveOf(result.lightSamples, lightOf(result.live), lagMs);
}

function lightOf(live: WatchedVideo['live']) {
  return live == null ? [] : (placeLiveRecording(live)?.light ?? []);
}

/**
 * The check on the response to the light. It never refuses, because its limits were not measured on people. With `light: evidence` the
 * check exists only when it passed, so a face without a response is treated as if the light were off.
 */
export function judgeLightResponse(light: Light, result: WatchedVideo): Check[] {
  const judged = readLight(result);
  const isAnswered = light !== 'off' && judged?.answer === 'answered';
  if (!isAnswered && light !== 'required') return [];
  const check = { id: 'light-response', data: { challengeId: result.challengeId, reading: judged }, durationMs: 0 };
  if (isAnswered) return [{ ...check, outcome: 'passed', code: null }];
  if (result.fault !== null) return [{ ...check, outcome: 'error', code: 'check.input_missing' }];
  return [{ ...check, outcome: 'warning', code: codeWithout(judged, result) }];
}

function codeWithout(judged: JudgedLight | null, { lightOffered }: WatchedVideo): Code {
  if (judged !== null && judged.answer !== 'answered') return codeOf[judged.answer];
  // The recording ended before the first colour, or was made without any.
  return lightOffered ? 'active_liveness.light_too_weak' : 'active_liveness.light_left_out';
}
