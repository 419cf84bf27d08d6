import type { CheckCode, StepConfig } from '../define-step-schema.ts';
import type { MatchAnswer } from '../faces/judge-match.ts';
import type { lifeOf } from '../faces/judge-video-looks.ts';
import { isStalled } from '../recordings/judge-timing.ts';
import type { Following } from './follow-prompts.ts';
import type { activeLivenessSchema } from './schema.ts';
import type { WatchedVideo } from './watched-video-schema.ts';

export type Code = CheckCode<typeof activeLivenessSchema, 'active-liveness'>;

/** The detector may lose the face for a moment while the head turns. */
const lost = { longestMs: 1_500, mostOfVideo: 0.25 };

/** Every reason why the video answers nothing. In a stalled recording, nothing tells when a prompt was seen. */
export function refusalsOf(
  result: WatchedVideo,
  { oneFace, life, isAnswered }: { oneFace: MatchAnswer; life: ReturnType<typeof lifeOf>; isAnswered: boolean },
): Code[] {
  const crowded = result.samples.filter(({ largeFaces }) => largeFaces > 1);
  const found: readonly (Code | null)[] = [
    oneFace === 'different' ? 'active_liveness.face_changed' : null,
    result.cutsAtMs.length > 0 ? 'active_liveness.cut_found' : null,
    life === 'spoof' ? 'active_liveness.not_live' : null,
    crowded.length > 1 ? 'active_liveness.several_faces' : null,
    isFaceLost(result) ? 'active_liveness.face_lost' : null,
    isAnswered || isStalled(result) ? null : 'active_liveness.challenge_not_followed',
  ];
  return found.filter((code) => code !== null);
}

/** Whether each prompt was followed in its time, and nothing else was done. */
export function isChallengeAnswered(
  { promptCount }: Pick<StepConfig<typeof activeLivenessSchema>, 'promptCount'>,
  { live }: WatchedVideo,
  { followedAtMs, strays }: Following,
): boolean {
  // A recording that ends before the last prompt was sent has not answered all prompts.
  const sentAll = live == null || followedAtMs.length === promptCount;
  return sentAll && followedAtMs.every((atMs) => atMs !== null) && strays.length === 0;
}

function isFaceLost({ samples, videoMs }: WatchedVideo): boolean {
  const missing = samples.filter(({ face }) => face === null).length;
  if (missing > lost.mostOfVideo * samples.length) return true;
  let lastSeenMs = 0;
  for (const { atMs, face } of samples) {
    if (atMs - lastSeenMs > lost.longestMs) return true;
    if (face !== null) lastSeenMs = atMs;
  }
  return videoMs - lastSeenMs > lost.longestMs;
}
