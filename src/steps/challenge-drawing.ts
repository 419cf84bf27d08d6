import type { ChallengeContent, LiveRecording, PromptAction } from '../domain/verifications/challenge.ts';
import type { LivenessProviders } from '../domain/ports/faces/liveness-providers.ts';

/** An unpredictable integer from 0 up to, but not including, `below`. */
export type RandomBelow = (below: number) => number;

/** The sources that challenges are drawn from, in the API process. */
export interface ChallengeSources {
  random: RandomBelow;
  providers: LivenessProviders;
}

/** The prompts that a person follows during a recording, one at a time. */
export interface PromptDrawing {
  /** From the arrival of the first chunk to the first prompt. */
  leadMs(random: RandomBelow): number;
  /** Draws the prompt that is due now, or the colour after the last one. `nextInMs`: null when nothing follows. */
  draw(
    random: RandomBelow,
    content: ChallengeContent,
    sent: Pick<LiveRecording, 'prompts' | 'light'>,
  ): ({ action: PromptAction } | { colour: number }) & { nextInMs: number | null };
}

/** What a step asks of the person in one attempt. */
export interface ChallengeDrawing<Config> {
  /** Omitted: the challenge contains everything from the start. */
  prompts?: PromptDrawing | undefined;
  ttlSeconds(config: Config): number;
  /** @throws the error of the step's provider */
  draw(
    sources: ChallengeSources,
    request: { config: Config; language: string; challengeId: string; light?: boolean },
  ): ChallengeContent | Promise<ChallengeContent>;
}
