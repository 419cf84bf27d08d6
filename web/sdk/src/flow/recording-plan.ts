import type { Challenge, LivenessPrompt, SessionStep } from '../api/contract.ts';

/** What is asked for at a moment of a recording. */
export interface RecordingMoment {
  prompt: LivenessPrompt | null;
  /** Of the whole recording, 0 to 1. */
  share: number;
  over: boolean;
}

/** How long the recording takes: until the last prompt had its time, and never longer than the server takes. */
export function recordingMs(
  challenge: Challenge,
  { promptTimeoutMs, maxRecordingMs }: { promptTimeoutMs: number; maxRecordingMs: number },
): number {
  if (!('prompts' in challenge)) return maxRecordingMs;
  const last = Math.max(0, ...challenge.prompts.map(({ atMs }) => atMs));
  return Math.min(maxRecordingMs, last + promptTimeoutMs);
}

/** Counted from the start of the recording, so that a tab that slept neither stretches nor skips it. */
export function momentAt(prompts: readonly LivenessPrompt[], elapsedMs: number, wholeMs: number): RecordingMoment {
  return {
    prompt: prompts.findLast(({ atMs }) => atMs <= elapsedMs) ?? null,
    share: Math.min(1, elapsedMs / wholeMs),
    over: elapsedMs >= wholeMs,
  };
}

/** A drawn challenge that can still be recorded for, with a little time to spare; the one of a reload for instance. */
export function usableChallenge(progress: Pick<SessionStep, 'challenge'>, now: number): Challenge | null {
  const { challenge } = progress;
  return challenge !== null && Date.parse(challenge.expiresAt) - now > 30_000 ? challenge : null;
}
