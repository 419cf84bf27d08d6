import type { Check } from '../../domain/verifications/check.ts';
import { endsBeforeItCan, type RecordingTimes } from '../recordings/recording-times.ts';
import type { CheckCode } from '../define-step-schema.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

type Code = CheckCode<typeof activeLivenessSchema, 'timing'>;
type Verdict = { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code };

/** Whether the recording can have been made when it says: none in what was stored before its times were. */
export function judgeTiming(result: WatchedVideo): Check[] {
  const { times, challengeId, fault, videoMs } = result;
  if (times === undefined) return [];
  const data = { challengeId, receivedMs: times?.receivedMs ?? null, videoMs: fault === null ? videoMs : null };
  return [{ id: 'timing', ...verdictOn(result, times), data, durationMs: 0 }];
}

function verdictOn({ fault, videoMs }: WatchedVideo, times: RecordingTimes | null): Verdict {
  if (times === null || fault !== null) return { outcome: 'error', code: 'check.input_missing' };
  if (endsBeforeItCan(times, videoMs)) return { outcome: 'failed', code: 'active_liveness.recorded_too_early' };
  return { outcome: 'passed', code: null };
}
