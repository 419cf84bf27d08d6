import { z } from 'zod';
import type { Check } from '../../domain/verifications/check.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import { durationMsSchema, idSchema } from '../value-schemas.ts';
import { placeLiveRecording, type LiveRecordingFacts } from './live-recording.ts';
import { clockSlackMs, endsBeforeItCan, type RecordingTimes } from './recording-times.ts';

/** A picture or sound that takes longer to reach the server may have been edited on the way. */
const mostLagMs = 4_000;

/** The data of the check `timing`, for every step with a recording. */
export const timingShape = {
  challengeId: idSchema('challenge').nullable(),
  receivedMs: durationMsSchema.nullable().meta({
    description: 'When the whole recording had arrived, from the moment the challenge was issued.',
  }),
  startedMs: durationMsSchema.nullable().default(null).meta({
    description: 'When the recording began at the latest, from the moment the challenge was issued.',
  }),
  lagMs: durationMsSchema.nullable().default(null).meta({
    description: 'The longest delay of a picture or sound beyond the delay that all of them share.',
  }),
  chunkCount: z.number().int().min(0).max(200).nullable().default(null),
};

/** The facts about a recording and its arrival. */
export interface TimedRecording {
  challengeId: string | null;
  fault: string | null;
  lengthMs: number;
  /** Null when nothing is known. */
  times: RecordingTimes | null;
  /** Null when the recording is not the concatenation of its chunks. Missing in results stored when recordings came as one file. */
  live: LiveRecordingFacts | null | undefined;
}

/** Whether the recording can have been made at the time that it claims. `codes` are the step's. */
export function judgeTiming<const Early extends ReasonCode, const Stalled extends ReasonCode>(
  recording: TimedRecording,
  codes: { early: Early; stalled: Stalled },
) {
  const { times, live, challengeId } = recording;
  const places = live == null ? null : placeLiveRecording(live);
  const data = {
    challengeId,
    receivedMs: times?.receivedMs ?? null,
    startedMs: places === null ? null : Math.max(0, places.startedMs),
    lagMs: places?.lagMs ?? null,
    chunkCount: live?.chunks.length ?? null,
  };
  return { id: 'timing', ...verdictOn(recording, codes), data, durationMs: 0 } satisfies Check;
}

/** Whether the network delayed the recording for so long that its moments are unreliable. */
export function isStalled({ live }: { live?: LiveRecordingFacts | null | undefined }): boolean {
  return live != null && (placeLiveRecording(live)?.lagMs ?? 0) > mostLagMs;
}

function verdictOn<Early extends ReasonCode, Stalled extends ReasonCode>(
  { times, live, fault, lengthMs }: TimedRecording,
  codes: { early: Early; stalled: Stalled },
) {
  const untold = { outcome: 'error', code: 'check.input_missing' } as const;
  const early = { outcome: 'failed', code: codes.early } as const;
  if (times === null || fault !== null) return untold;
  if (endsBeforeItCan(times, lengthMs)) return early;
  // From the time when a recording still came as one file.
  if (live === undefined) return { outcome: 'passed', code: null } as const;
  const places = live && placeLiveRecording(live);
  if (places === null) return untold;
  if (places.startedMs < -clockSlackMs) return early;
  if (isStalled({ live })) return { outcome: 'warning', code: codes.stalled } as const;
  return { outcome: 'passed', code: null } as const;
}
