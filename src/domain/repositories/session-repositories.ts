import type { OneTimeToken, TokenPurpose } from '../encryption/one-time-token.ts';
import type { Media } from '../media/media.ts';
import type { IpRules } from '../operators/client.ts';
import type { StepRun } from '../verifications/step-run.ts';
import type { StartedBy, Verification } from '../verifications/verification.ts';

/** The facts behind the rules about a new attempt of an identity, by the database's clock. */
export interface AttemptsOfIdentity {
  /** A running attempt that may speak for the identity, or one from the same network. Strangers' attempts never block. */
  running: boolean;
  pending: { id: string; startedBy: StartedBy }[];
  /** Starts in the last 24 h, by public ids alone, of an existing identity. */
  publicStarts: number;
  /** Those from the caller's network. */
  publicStartsHere: number;
  /** Whether the identity was verified from there before. */
  knownNetwork: boolean;
  /** Time since an attempt that speaks for the identity, or one from the caller's network. Null before the first. */
  secondsSinceVerdict: number | null;
}

export interface SessionOfVerification {
  sessionId: string;
  verificationId: string;
  clientId: string;
  /** False once the attempt is cancelled, expired, replaced, finished or overdue by the database's clock. */
  open: boolean;
  /** The token has expired. */
  dead: boolean;
  /** Ended because another device took the verification over. */
  replaced: boolean;
  /** The client's rules about network addresses. */
  ipRules: IpRules;
  /** The database's time of these facts. */
  at: Date;
  /** The session's verification, at that time. */
  verification: Pick<
    Verification,
    'id' | 'identityId' | 'flowVersionId' | 'status' | 'language' | 'expiresAt' | 'lastSequence'
  >;
}

/** The state of a session's steps, none of which is encrypted. */
export interface SessionSteps {
  /** In the flow's order. */
  stepRuns: StepRunState[];
  /** In order of arrival. */
  files: FileState[];
  /** Versions of the texts that the person consented to. */
  consentVersions: string[];
  /** Whether there are challenges for `ChallengeRepository.listOpen`. */
  openChallenges: boolean;
  /** Whether there are codes for `CodeSendRepository.listStates`. */
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
  /** Whether no other device has taken the verification over since. Read within the transaction that acts on it. */
  isCurrent(sessionId: string): Promise<boolean>;
  /** Those of these sessions that a device may still use. */
  listAlive(sessionIds: readonly string[]): Promise<Set<string>>;
  /** Ends all active sessions of the verification in favour of a new one. Returns the ids of those that ended. */
  replaceAll(verificationId: string): Promise<string[]>;
}

export interface OneTimeTokenRepository {
  /**
   * Invalidates an earlier unused token of the same purpose and verification; a `watch` token replaces only one of the same session.
   * Returns when the new one expires.
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
  /** The hashes, in hexadecimal digits, of those that are known, unused and not expired. */
  listAlive(tokenHashes: readonly Buffer[], purpose: TokenPurpose): Promise<Set<string>>;
  /** Uses it up: of two simultaneous calls, one gets it. */
  redeem(tokenHash: Buffer, purpose: TokenPurpose): Promise<OneTimeToken | null>;
  /** Invalidates the link to another device, and the `watch` tokens of the sessions that began after this one. */
  endPrepared(since: { verificationId: string; sessionId: string }): Promise<void>;
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
  /** Assigns the verification's next sequence number to the message and returns it. */
  append(verificationId: string, body: Record<string, unknown>): Promise<number>;
  listAfter(verificationId: string, sequence: number, limit: number): Promise<StoredMessage[]>;
  /** The last sequence number of each. */
  listReached(verificationIds: readonly string[]): Promise<Map<string, number>>;
}
