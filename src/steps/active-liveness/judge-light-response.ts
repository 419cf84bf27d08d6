import type { Check } from '../../domain/verifications/check.ts';
import type { CheckCode, StepConfig } from '../define-step-schema.ts';
import { placeLiveRecording } from '../recordings/live-recording.ts';
import { judgeLight, type JudgedLight, type LightAnswer } from './judge-light.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

type Light = StepConfig<typeof activeLivenessSchema>['light'];
type Code = CheckCode<typeof activeLivenessSchema, 'light-response'>;

/** Nothing refuses by itself: the limits were never measured on people. */
const codeOf: Readonly<Record<Exclude<LightAnswer, 'answered'>, Code>> = {
  weak: 'active_liveness.light_too_weak',
  notAnswered: 'active_liveness.light_not_answered',
  flat: 'active_liveness.light_flat',
  late: 'active_liveness.light_late',
  unseen: 'active_liveness.light_too_weak',
};

/** What the pictures of the light say; null where none was sent. */
export function readLight({ live, lightSamples }: WatchedVideo): JudgedLight | null {
  const light = live == null ? null : (placeLiveRecording(live)?.light ?? null);
  return light === null ? null : judgeLight(lightSamples, light);
}

/** As evidence, the check is there only when it passed: a face that does not answer is as if the light were off. */
export function judgeLightResponse(light: Light, result: WatchedVideo): Check[] {
  const judged = readLight(result);
  if (light === 'off' || (light === 'evidence' && judged?.answer !== 'answered')) return [];
  const { answer = null, ...measured } = judged ?? {};
  const data = {
    challengeId: result.challengeId,
    colours: result.live?.light?.colours ?? [],
    response: measured.response ?? null,
    lagMs: measured.lagMs ?? null,
    wallShare: measured.wallShare ?? null,
    centreToSide: measured.centreToSide ?? null,
  };
  const check = { id: 'light-response', data, durationMs: 0 };
  if (answer === 'answered') return [{ ...check, outcome: 'passed', code: null }];
  if (result.fault !== null) return [{ ...check, outcome: 'error', code: 'check.input_missing' }];
  // The recording ended before the light was sent, or the person chose the way without it.
  if (answer === null) {
    const code = result.lightOffered ? 'active_liveness.light_too_weak' : 'active_liveness.light_left_out';
    return [{ ...check, outcome: 'warning', code }];
  }
  return [{ ...check, outcome: 'warning', code: codeOf[answer] }];
}
