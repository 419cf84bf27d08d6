import type { OneTimeToken, TokenPurpose } from '../encryption/one-time-token.ts';
import type { Media } from '../media/media.ts';
import type { StepRun } from '../verifications/step-run.ts';
import type { StartedBy, Verification } from '../verifications/verification.ts';

/** What rules about a new attempt of an identity look at, by the database's clock. */
export interface AttemptsOfIdentity {
  /** One that may speak for the identity, or one of the same network. What strangers have under way is in nobody's way. */
  running: boolean;
  pending: { id: string; startedBy: StartedBy }[];
  /** Of the last 24 h, by the public ids alone, of an identity that was there before. */
  publicStarts: number;
  /** Those of the asking network. */
  publicStartsHere: number;
  /** Whether the identity was verified from there before. */
  knownNetwork: boolean;
  /** Since one that speaks for the identity, or one of the asking network. Null before the first. */
  secondsSinceVerdict: number | null;
}

export interface SessionOfVerification {
  sessionId: string;
  verificationId: string;
  clientId: string;
  /** False once cancelled, expired, replaced, finished or overdue by the database's clock. */
  open: boolean;
  /** The token no longer opens anything. */
  dead: boolean;
  /** Because another device took the verification over. */
  replaced: boolean;
  /** The database's clock, by which all of this was judged. */
  at: Date;
  /** What the session acts on, at that time. */
  verification: Pick<
    Verification,
    'id' | 'identityId' | 'flowVersionId' | 'status' | 'language' | 'expiresAt' | 'lastSequence'
  >;
}

/** Where the steps of a session stand: nothing of it is sealed. */
export interface SessionSteps {
  /** In the flow's order. */
  stepRuns: StepRunState[];
  /** In the order in which they came. */
  files: FileState[];
  /** Of the texts that were consented to. */
  consentVersions: string[];
  /** Whether there are challenges that `ChallengeRepository.listOpen` answers. */
  openChallenges: boolean;
  /** Whether codes were sent, of which `CodeSendRepository.listStates` tells. */
  codes: boolean;
}

export type StepRunState = Pick<StepRun, 'id' | 'stepId' | 'type' | 'status' | 'attempt' | 'codes'>;
export type FileState = Pick<Media, 'id' | 'stepRunId' | 'attempt' | 'kind' | 'acceptable' | 'codes'>;

export interface SessionRepository {
  create(session: { id: string; verificationId: string; tokenHash: Buffer; ttlHours: number }): Promise<void>;
  /** Outside any transaction. */
  findByToken(tokenHash: Buffer): Promise<SessionOfVerification | null>;
  /** Outside any transaction. */
  getSteps(verificationId: string): Promise<SessionSteps>;
  /** Ends every living session of the verification in favour of a new one. Answers the ids of those that it ended. */
  replaceAll(verificationId: string): Promise<string[]>;
}

export interface OneTimeTokenRepository {
  /**
   * An earlier unused token of the same purpose and verification dies; a `watch` token gives way to one of the same session alone. Answers
   * until when the new one lives.
   */
  create(token: {
    tokenHash: Buffer;
    purpose: TokenPurpose;
    verificationId: string;
    sessionId: string | null;
    ttlMinutes: number;
  }): Promise<Date>;
  /** Null when unknown, used or expired. */
  find(tokenHash: Buffer, purpose: TokenPurpose): Promise<OneTimeToken | null>;
  /** Uses it up: of two at once, one gets it. */
  redeem(tokenHash: Buffer, purpose: TokenPurpose): Promise<OneTimeToken | null>;
}

export interface ConsentRepository {
  /** Recording the same text twice keeps the first. */
  record(consent: {
    id: string;
    verificationId: string;
    textVersion: string;
    language: string;
    address: string;
  }): Promise<void>;
  exists(verificationId: string, textVersion: string): Promise<boolean>;
}

export interface StoredMessage {
  sequence: number;
  body: unknown;
}

export interface MessageRepository {
  /** Gives the message the verification's next sequence number and answers it. */
  append(verificationId: string, body: Record<string, unknown>): Promise<number>;
  listAfter(verificationId: string, sequence: number, limit: number): Promise<StoredMessage[]>;
  /** The last sequence number of each. */
  listReached(verificationIds: readonly string[]): Promise<Map<string, number>>;
}
