import { z } from 'zod';
import type { Challenge } from '../../domain/verifications/challenge.ts';

const maxMs = 86_400_000;

/** When a recording arrived, in milliseconds from the drawing of its challenge, by the database's clock. */
export const recordingTimesSchema = z.object({
  /** When all of it had arrived. */
  receivedMs: z.number().int().min(0).max(maxMs),
});
export type RecordingTimes = z.output<typeof recordingTimesSchema>;

/** A camera's clock may be this much faster than the database's over a whole recording. */
export const clockSlackMs = 500;

/** Null without a used challenge: then nothing is known. */
export function recordingTimesOf(challenge: Challenge | null): RecordingTimes | null {
  if (challenge?.usedAt == null) return null;
  return { receivedMs: sinceDrawn(challenge, challenge.usedAt) };
}

/** Whether the recording contains moments that had not yet happened when it arrived: it was not made for this challenge. */
export function endsBeforeItCan({ receivedMs }: RecordingTimes, recordingMs: number): boolean {
  return recordingMs > receivedMs + clockSlackMs;
}

export function sinceDrawn({ drawnAt }: Pick<Challenge, 'drawnAt'>, moment: Date): number {
  return Math.min(maxMs, Math.max(0, moment.getTime() - drawnAt.getTime()));
}
