import type { Decision, ReviewedDecision } from '../verifications/decision.ts';
import type { Identity } from '../verifications/identity.ts';
import type { Silence } from '../verifications/silence.ts';
import type { StepAttempt, StepOutcome, StepRun } from '../verifications/step-run.ts';
import type { StepType } from '../verifications/step-type.ts';
import type { Device, Metadata, StartedBy, Verification } from '../verifications/verification.ts';
import type { Verdict, VerificationStatus } from '../verifications/verification-status.ts';
import type { Activity, ActivityContent } from '../verifications/activity.ts';
import type { AttemptsOfIdentity } from './session-repositories.ts';
import type { Page } from './webhook-repositories.ts';

/** An attempt that has a verdict. */
export type DecidedVerification = Verification & { status: Verdict };

export interface VerificationRepository {
  create(verification: {
    id: string;
    clientId: string;
    identityId: string;
    flowVersionId: string;
    startedBy: StartedBy;
    reverifies: boolean;
    language: string;
    metadata: Metadata;
    deviceMetadata: Metadata;
    device: Device | null;
    ttlMinutes: number;
  }): Promise<{ startedAt: Date }>;
  /** A device takes over an attempt. `deviceMetadata` null: an earlier device's values stay. */
  attach(
    verificationId: string,
    to: { language: string; deviceMetadata: Metadata | null; device: Device },
  ): Promise<void>;
  /** `networkAddress`: of the device; null when the backend asks. */
  readAttempts(
    identity: Pick<Identity, 'clientId'> & { identityId: string },
    networkAddress: string | null,
  ): Promise<AttemptsOfIdentity>;
  /** Whether the person has consented, submitted or done anything in it. */
  hasBegun(verificationId: string): Promise<boolean>;
  find(clientId: string, verificationId: string): Promise<Verification | null>;
  get(verificationId: string): Promise<Verification>;
  /** The database's clock. Every verdict uses it, because a process whose clock is off would take an expired document for a valid one. */
  readClock(): Promise<Date>;
  /** Locks the verification's row until the end of the transaction. Every change of it or its steps starts with this. */
  lock(verificationId: string): Promise<Verification>;
  /** @throws MoveRefused when it no longer has `from`'s status and version, or the move is not permitted */
  move(
    from: Pick<Verification, 'id' | 'status' | 'version'>,
    to: VerificationStatus,
    changes?: { decision?: Decision; inputsCompleted?: true; finished?: true },
  ): Promise<void>;
  /** A person's verdict, which may equal the earlier one. @throws MoveRefused when it has changed since `from` */
  review(
    from: Pick<Verification, 'id' | 'clientId' | 'identityId' | 'status' | 'version'>,
    to: Verdict,
    decision: ReviewedDecision,
  ): Promise<void>;
  setTags(verification: Pick<Verification, 'id' | 'clientId'>, tags: readonly string[]): Promise<void>;
  /** Progress: extends the attempt by `ttlMinutes` from now, by the database's clock. */
  extend(verificationId: string, ttlMinutes: number): Promise<void>;
  /** Newest first. */
  listOfIdentity(identityId: string, limit: number): Promise<Verification[]>;
  /** Those that speak for the identity (`speaksForIdentity`), newest first. */
  listSpeaking(identityId: string, limit: number): Promise<Verification[]>;
  /**
   * Those of them in which the person submitted a step of these types: open ones first, then the one that ended last, in pages (`after` is
   * the last one of the page before). Attempts without a submit do not count.
   */
  listSubmitted(
    of: { identityId: string; types: readonly StepType[] },
    page: { limit: number; after: Pick<Verification, 'id' | 'finishedAt'> | null },
  ): Promise<Verification[]>;
  /** Whether one of them is sealed to the client's own key. */
  hasSealed(identityId: string): Promise<boolean>;
  /**
   * Those of them that have a verdict, the one that finished last first. Only the database's clock orders them. `types`: those that have a
   * step of these types.
   */
  listDecided(identityId: string, limit: number, types?: readonly StepType[]): Promise<DecidedVerification[]>;
  /** The others, newest first. */
  listSilent(identityId: string, limit: number): Promise<Verification[]>;
  /** The verdict on a re-verification without a client token: whether its evidence may speak for the identity, and why not. */
  entitle(verificationId: string, silences: readonly Silence[]): Promise<void>;
  /** Pending attempts without progress for their lifetime, by the database's clock, and without running work. */
  listOverdue(limit: number, except: readonly string[]): Promise<string[]>;
  isOverdue(verificationId: string): Promise<boolean>;
}

export interface StepRunRepository {
  createAll(
    stepRuns: { id: string; verificationId: string; stepId: string; type: StepType; position: number }[],
  ): Promise<void>;
  /** In the flow's order. */
  list(verificationId: string): Promise<StepRun[]>;
  /** The same for several attempts of one identity, by attempt. */
  listOfAll(verificationIds: readonly string[]): Promise<Map<string, StepRun[]>>;
  /**
   * Finished steps of this type from all attempts that speak for the identity, except one. `judged`: whether from those with a verdict or
   * those without. Only those of the last `days` days, the one that finished last first, in pages: `after` is the last one of the page
   * before.
   */
  listFinished(
    of: { identityId: string; except: string; type: StepType; days: number; judged: boolean },
    page: { limit: number; after: Pick<StepRun, 'id' | 'finishedAt'> | null },
  ): Promise<StepRun[]>;
  get(stepRunId: string): Promise<StepRun>;
  /** Null once its attempt is erased. */
  find(stepRunId: string): Promise<StepRun | null>;
  /** processing → waiting, as the next attempt. @throws MoveRefused */
  returnForRetake(from: StepRun, result: unknown, codes: string[]): Promise<void>;
  /** waiting → skipped, with an outcome that says so. @throws MoveRefused */
  skip(from: StepRun, outcome: StepOutcome, at: Date): Promise<void>;
  /** waiting or processing → finished, for a client in test mode that requested it. @throws MoveRefused */
  simulate(from: StepRun, outcome: StepOutcome, at: Date): Promise<void>;
  /** What the person must do differently, for a step that is still waiting. False when it no longer is. */
  setCodes(stepRunId: string, codes: string[]): Promise<boolean>;
  /** processing → finished. `at` is the time of the evaluation, which a replay uses again. @throws MoveRefused */
  finish(from: StepRun, result: unknown, outcome: StepOutcome, at: Date): Promise<void>;
  getAttempt(stepRunId: string, attempt: number): Promise<StepAttempt>;
  /** Adds to a finished step its conclusion's observations, and the checks that follow from them. */
  conclude(run: StepRun, seen: unknown, outcome: StepOutcome): Promise<void>;
}

type Owner = Pick<Verification, 'id' | 'clientId' | 'identityId'>;

/** Comments on cases, sealed under the person's data key, and who works on them. */
export interface ActivityRepository {
  add(verification: Owner, activity: { id: string; actorId: string } & ActivityContent): Promise<Activity>;
  /** Newest first. */
  list(verification: Owner, page: Page): Promise<Activity[]>;
  assign(verificationId: string, assigneeId: string | null): Promise<void>;
  /**
   * Takes an operator off every case of these clients, and off all cases where none is named. Answers the cases that it
   * changed, in the order of their ids.
   */
  unassignAll(assigneeId: string, clients: { except: readonly string[] } | 'all'): Promise<Owner[]>;
}
