import type { Challenge, ChallengeContent, LiveRecording } from '../verifications/challenge.ts';

/** Why a challenge cannot be used. `notFound` also covers challenges of another step, attempt or person. */
export type ChallengeState = 'open' | 'notFound' | 'used' | 'expired';

/** The attempt that a challenge belongs to. */
export interface ChallengedAttempt {
  stepRunId: string;
  attempt: number;
}

/** `elapsedMs`: time since the challenge was drawn, by the database's clock. */
export type LockedRecording =
  { state: Exclude<ChallengeState, 'open'> } | { state: 'open'; challenge: Challenge; elapsedMs: number };

export interface ChallengeRepository {
  /** Ends every other challenge of the attempt. Returns the challenge with its end by the database's clock. */
  create(
    challenge: ChallengedAttempt & { id: string; content: ChallengeContent; ttlSeconds: number },
  ): Promise<Challenge>;
  /** Ends the open challenges of these step runs, of any attempt. */
  endOpen(stepRunIds: readonly string[]): Promise<void>;
  countOfAttempt(attempt: ChallengedAttempt): Promise<number>;
  /** The currently valid challenge of each step of the verification that has one. */
  listOpen(verificationId: string): Promise<Challenge[]>;
  /** The challenge's current state for this attempt. */
  look(challengeId: string, attempt: ChallengedAttempt): Promise<ChallengeState>;
  /**
   * Uses it up, once: of two simultaneous calls, one gets `open`, its state before. `usedBy`: the file made for it, null when the submit
   * itself uses it. `graceSeconds`: how long after its end it is still accepted.
   */
  use(
    challengeId: string,
    attempt: ChallengedAttempt,
    use: { usedBy: string | null; graceSeconds: number },
  ): Promise<ChallengeState>;
  /** The challenge with the recording's progress, locked until the end of the transaction. */
  lockRecording(challengeId: string, attempt: ChallengedAttempt): Promise<LockedRecording>;
  /** `endsInSeconds`: when the challenge ends, from now; omitted: its end stays. */
  storeRecording(challengeId: string, recording: LiveRecording, endsInSeconds?: number): Promise<void>;
  /** The challenge that the attempt's files answer, or that its submit used up. */
  findUsed(attempt: ChallengedAttempt, fileIds: readonly string[]): Promise<Challenge | null>;
}
