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

/**
 * What the server understands, the best first; browsers differ in what they can write. The codecs name the tracks that the
 * stream has: Firefox waits for the first sound before it starts a recording for which `opus` was asked.
 */
const filmTypes = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const silentFilmTypes = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
const soundTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];

/** MIME types to ask for, the best first, for the tracks that the stream has. */
export function recordingTypes({ video, sound }: { video: boolean; sound: boolean }): readonly string[] {
  if (!video) return soundTypes;
  return sound ? filmTypes : silentFilmTypes;
}
