import type { ChallengeContent, LiveRecording, LivenessAction } from '../domain/verifications/challenge.ts';
import type { LivenessProviders } from '../domain/ports/faces/liveness-providers.ts';

/** A whole number from 0 up to, not including, `below`, that nobody can foresee. */
export type RandomBelow = (below: number) => number;

/** What challenges are drawn with, in the API process. */
export interface ChallengeSources {
  random: RandomBelow;
  providers: LivenessProviders;
}

/** What the person is asked for while they are recorded, one prompt after the other. */
export interface PromptDrawing {
  /** From the arrival of the first chunk to the first prompt. */
  leadMs(random: RandomBelow): number;
  /** Draws the prompt that is due now, or the colour that follows the last one. `nextInMs`: null when nothing follows. */
  draw(
    random: RandomBelow,
    content: ChallengeContent,
    sent: Pick<LiveRecording, 'prompts' | 'light'>,
  ): ({ action: LivenessAction } | { colour: number }) & { nextInMs: number | null };
}

/** What a step asks of the person this once. */
export interface ChallengeDrawing<Config> {
  /** Left out: the challenge says everything at once. */
  prompts?: PromptDrawing | undefined;
  ttlSeconds(config: Config): number;
  /** @throws what the step's provider throws. */
  draw(
    sources: ChallengeSources,
    request: { config: Config; language: string; challengeId: string; light?: boolean },
  ): ChallengeContent | Promise<ChallengeContent>;
}
