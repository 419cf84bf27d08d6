import type { ChallengeContent, LiveRecording, LivenessAction } from '../domain/verifications/challenge.ts';
import type { LivenessProviders } from '../domain/ports/faces/liveness-providers.ts';

/** An unpredictable whole number from 0 up to, not including, `below`. */
export type RandomBelow = (below: number) => number;

/** What challenges are drawn with, in the API process. */
export interface ChallengeSources {
  random: RandomBelow;
  providers: LivenessProviders;
}

/** The prompts that a person follows during a recording, one after the other. */
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

/** What a step asks of the person in one attempt. */
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
