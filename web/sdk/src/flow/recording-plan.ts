import type { Challenge, LivenessAction, SessionStep } from '../api/contract.ts';

/** A prompt, and when it came: milliseconds from the start of the recording. */
export interface HeardPrompt {
  action: LivenessAction;
  atMs: number;
}

/** What is asked for at a moment of a recording. */
export interface RecordingMoment {
  prompt: HeardPrompt | null;
  /** Of the whole recording, 0 to 1. */
  share: number;
  over: boolean;
}

/**
 * How far a recording is: prompts come one at a time, and it is over when the last one had its time. Counted from the start of the
 * recording, so that a tab that slept neither stretches nor skips it. Without prompts it lasts as long as the server takes.
 */
export function momentAt(
  heard: readonly HeardPrompt[],
  elapsedMs: number,
  { promptCount, promptTimeoutMs, mostMs }: { promptCount: number; promptTimeoutMs: number; mostMs: number },
): RecordingMoment {
  const prompt = heard.at(-1) ?? null;
  if (promptCount === 0) return { prompt, share: Math.min(1, elapsedMs / mostMs), over: elapsedMs >= mostMs };
  const ofLast = prompt === null ? 0 : Math.min(1, (elapsedMs - prompt.atMs) / promptTimeoutMs);
  return {
    prompt,
    share: Math.max(0, heard.length - 1 + ofLast) / promptCount,
    over: elapsedMs >= mostMs || (heard.length >= promptCount && ofLast >= 1),
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
