import type { Challenge, ChallengeContent, LiveRecording } from '../verifications/challenge.ts';

/** Why a challenge cannot be used. `notFound` also for one of another step, attempt or person. */
export type ChallengeState = 'open' | 'notFound' | 'used' | 'expired';

/** The attempt that a challenge belongs to. */
export interface ChallengedAttempt {
  stepRunId: string;
  attempt: number;
}

/** `elapsedMs`: from the drawing of the challenge until now, by the database's clock. */
export type LockedRecording =
  { state: Exclude<ChallengeState, 'open'> } | { state: 'open'; challenge: Challenge; elapsedMs: number };

export interface ChallengeRepository {
  /** Ends every other challenge of the attempt. Answers it with its end by the database's clock. */
  create(
    challenge: ChallengedAttempt & { id: string; content: ChallengeContent; ttlSeconds: number },
  ): Promise<Challenge>;
  countOfAttempt(attempt: ChallengedAttempt): Promise<number>;
  /** The one that is valid now, for each step of the verification that has one. */
  listOpen(verificationId: string): Promise<Challenge[]>;
  /** How the challenge stands for this attempt now. */
  look(challengeId: string, attempt: ChallengedAttempt): Promise<ChallengeState>;
  /**
   * Uses it up, once: of two at the same time one gets `open`, which means that it was. `usedBy`: the file made for it, null
   * when the submit itself uses it. `graceSeconds`: so long after its end it still counts.
   */
  use(
    challengeId: string,
    attempt: ChallengedAttempt,
    use: { usedBy: string | null; graceSeconds: number },
  ): Promise<ChallengeState>;
  /** The challenge with its recording as far as it has come, locked until the end of the transaction. */
  lockRecording(challengeId: string, attempt: ChallengedAttempt): Promise<LockedRecording>;
  /** `endsInSeconds`: when the challenge ends from now on; left out, its end stays. */
  storeRecording(challengeId: string, recording: LiveRecording, endsInSeconds?: number): Promise<void>;
  /** The one that the attempt's files were made for, or that its submit used up. */
  findUsed(attempt: ChallengedAttempt, fileIds: readonly string[]): Promise<Challenge | null>;
}
