import type { Check } from '../../domain/verifications/check.ts';
import { placeLiveRecording } from '../recordings/live-recording.ts';
import { clockSlackMs, endsBeforeItCan } from '../recordings/recording-times.ts';
import type { CheckCode } from '../define-step-schema.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

type Code = CheckCode<typeof activeLivenessSchema, 'timing'>;
type Verdict = { outcome: 'passed'; code: null } | { outcome: 'warning' | 'failed' | 'error'; code: Code };

/** A picture that takes longer to reach the server may have been edited on the way. */
const mostLagMs = 4_000;

/** Whether the recording can have been made at the time that it claims. No check for results that were stored without times. */
export function judgeTiming(result: WatchedVideo): Check[] {
  const { times, live, challengeId, fault, videoMs } = result;
  if (times === undefined) return [];
  const places = live == null ? null : placeLiveRecording(live);
  const data = {
    challengeId,
    receivedMs: times?.receivedMs ?? null,
    videoMs: fault === null ? videoMs : null,
    startedMs: places === null ? null : Math.max(0, places.startedMs),
    lagMs: places?.lagMs ?? null,
    chunkCount: live?.chunks.length ?? null,
    prompts: live?.prompts ?? [],
  };
  return [{ id: 'timing', ...verdictOn(result), data, durationMs: 0 }];
}

/** Whether the network delayed the recording for so long that its moments are unreliable. */
export function isStalled({ live }: WatchedVideo): boolean {
  return live != null && (placeLiveRecording(live)?.lagMs ?? 0) > mostLagMs;
}

function verdictOn(result: WatchedVideo): Verdict {
  const { times, live, fault, videoMs } = result;
  if (times == null || fault !== null) return { outcome: 'error', code: 'check.input_missing' };
  if (endsBeforeItCan(times, videoMs)) return { outcome: 'failed', code: 'active_liveness.recorded_too_early' };
  // From the time when a video still came as one file.
  if (live === undefined) return { outcome: 'passed', code: null };
  const places = live && placeLiveRecording(live);
  if (places === null) return { outcome: 'error', code: 'check.input_missing' };
  if (places.startedMs < -clockSlackMs) return { outcome: 'failed', code: 'active_liveness.recorded_too_early' };
  if (isStalled(result)) return { outcome: 'warning', code: 'active_liveness.network_stalled' };
  return { outcome: 'passed', code: null };
}
