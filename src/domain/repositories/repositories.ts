import type { Decision } from '../verifications/decision.ts';
import type { Identity, IdentityData } from '../verifications/identity.ts';
import type { IdentityStatus } from '../verifications/identity-status.ts';
import type { Media, Origin, Upload } from '../media/media.ts';
import type { Silence } from '../verifications/silence.ts';
import type { StepAttempt, StepOutcome, StepRun } from '../verifications/step-run.ts';
import type { StepType } from '../verifications/step-type.ts';
import type { StoredMediaKind } from '../media/media-kind.ts';
import type { IndexedValue } from '../traits.ts';
import type { Device, Metadata, StartedBy, Verification } from '../verifications/verification.ts';
import type { Verdict, VerificationStatus } from '../verifications/verification-status.ts';
import type { AnalyticsRepository } from './analytics-repository.ts';
import type { AuditRepository } from './audit-repository.ts';
import type { ChallengeRepository } from './challenge-repository.ts';
import type { CodeSendRepository, TestMessageRepository } from './code-send-repository.ts';
import type { EnrolledFaceRepository } from './enrolled-face-repository.ts';
import type { MatchCalibrationRepository } from './match-calibration-repository.ts';
import type { ApiTokenRepository, ClientRepository } from './account-repositories.ts';
import type { FlowRepository } from './flow-repository.ts';
import type { ListRepository } from './list-repositories.ts';
import type { EncryptionRepository } from './encryption-repository.ts';
import type { ErasureRepository } from './erasure-repository.ts';
import type { ExportRepository } from './export-repository.ts';
import type {
  InstallationRepository,
  InvitationRepository,
  OperatorRepository,
  OperatorSessionRepository,
  SignInTryRepository,
} from './operator-repositories.ts';
import type { TestClockRepository } from './test-clock-repository.ts';
import type { OutboxRepository } from './outbox-repository.ts';
import type { RetentionRepository } from './retention-repository.ts';
import type { StartRepository } from './start-repository.ts';
import type { SubmitRepository } from './submit-repository.ts';
import type {
  AttemptsOfIdentity,
  ConsentRepository,
  MessageRepository,
  OneTimeTokenRepository,
  SessionRepository,
} from './session-repositories.ts';
import type {
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  WebhookEventRepository,
} from './webhook-repositories.ts';

export type { ApiTokenRepository, ClientRepository } from './account-repositories.ts';
export type { FlowRepository, StoredFlow } from './flow-repository.ts';
export type { SessionOfVerification } from './session-repositories.ts';

/**
 * What the services ask of the database. `get` throws, `find` answers null, `list` pages or is bounded by its owner.
 * Every set of repositories is bound to one connection: inside `Database.transaction` to that transaction's.
 */
export interface Repositories {
  testClock: TestClockRepository;
  clients: ClientRepository;
  apiTokens: ApiTokenRepository;
  audit: AuditRepository;
  flows: FlowRepository;
  starts: StartRepository;
  identities: IdentityRepository;
  verifications: VerificationRepository;
  /** Of identities and verifications, with filters. */
  lists: ListRepository;
  sessions: SessionRepository;
  oneTimeTokens: OneTimeTokenRepository;
  analytics: AnalyticsRepository;
  stepRuns: StepRunRepository;
  media: MediaRepository;
  givenFiles: GivenFileRepository;
  consents: ConsentRepository;
  challenges: ChallengeRepository;
  messages: MessageRepository;
  outbox: OutboxRepository;
  objects: ObjectClaimRepository;
  blindIndexes: BlindIndexRepository;
  erasures: ErasureRepository;
  exports: ExportRepository;
  encryptionConfigurations: EncryptionRepository;
  retentions: RetentionRepository;
  enrolledFaces: EnrolledFaceRepository;
  matchCalibrations: MatchCalibrationRepository;
  codeSends: CodeSendRepository;
  testMessages: TestMessageRepository;
  idempotencyKeys: IdempotencyKeyRepository;
  webhookEndpoints: WebhookEndpointRepository;
  webhookEvents: WebhookEventRepository;
  webhookDeliveries: WebhookDeliveryRepository;
  operators: OperatorRepository;
  operatorSessions: OperatorSessionRepository;
  invitations: InvitationRepository;
  signInTries: SignInTryRepository;
  installation: InstallationRepository;
}

/** Whom a request speaks for; null is unknown or nobody. */
export interface DatabaseCaller {
  clientId: string | null;
  verificationId: string | null;
}

export interface Database extends Repositories {
  /** In separate transactions. */
  submits: SubmitRepository;
  /** Runs `work` in one transaction; what it returns is returned after the commit. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Counts the transactions of `work` for this caller: one session and one client can only hold so many connections at once, so
   * that a locked row of theirs delays no other. @throws NoSeatFree from these transactions, when those ahead of them hang
   */
  onBehalfOf<T>(who: DatabaseCaller, work: () => Promise<T>): Promise<T>;
  /** Runs `work` unless another process runs under the same name now. */
  exclusively(name: string, work: () => Promise<void>): Promise<void>;
  /** Wraps every key that the root key wraps again, by the one of now. What runs meanwhile notices nothing. Answers how many. */
  rewrapKeys(): Promise<number>;
  /**
   * Gives a client another key and seals and hashes anew whatever hung on the one before, in one transaction. Null when there
   * is no such client. @throws OthersAtWork
   */
  rotateClientKey(clientId: string): Promise<RotatedKey | null>;
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** How much went over to a client's new key. */
export interface RotatedKey {
  identities: number;
  endpoints: number;
  indexes: number;
}

/** A chore that must have the database to itself found processes of the service on it. */
export class OthersAtWork extends Error {
  constructor() {
    super('API and workers must be stopped for this: one of them is still connected to the database.');
    this.name = 'OthersAtWork';
  }
}

/** A guarded update found its row in another state: somebody else was there first. */
export class MoveRefused extends Error {
  constructor(what: string) {
    super(`${what} was moved by somebody else`);
    this.name = 'MoveRefused';
  }
}

export interface IdentityRepository {
  /** Creates it with a new data key. */
  create(identity: { id: string; clientId: string }): Promise<void>;
  /** Another client's identity is null too. */
  find(clientId: string, identityId: string): Promise<Identity | null>;
  /**
   * Lets one start of this identity after the other through, until the end of the transaction. Before any other lock: starts
   * lock attempts and then the identity, as everybody else does.
   */
  queueStart(identityId: string): Promise<void>;
  /** Holds the identity's row until the end of the transaction. */
  lock(identityId: string): Promise<Identity>;
  setStatus(identityId: string, status: IdentityStatus, data?: IdentityData): Promise<void>;
  setTags(identityId: string, tags: readonly string[]): Promise<void>;
  /** The key under which this identity's media is sealed. */
  getDataKey(clientId: string, identityId: string): Promise<Buffer>;
  /** Stores the answer of the identity lookup, ready to send. */
  storeRecord(identityId: string, json: string): Promise<void>;
  /** The stored answer as JSON text; null when there is no such identity of this client. */
  findRecord(clientId: string, identityId: string): Promise<Buffer | null>;
}

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
  /** A device takes an attempt up. `deviceMetadata` null: what an earlier one said stays. */
  attach(
    verificationId: string,
    to: { language: string; deviceMetadata: Metadata | null; device: Device },
  ): Promise<void>;
  /** `networkAddress`: of the device that asks; null when the backend does. */
  readAttempts(
    identity: Pick<Identity, 'clientId'> & { identityId: string },
    networkAddress: string | null,
  ): Promise<AttemptsOfIdentity>;
  /** Whether the person has consented to, given or done anything in it. */
  hasBegun(verificationId: string): Promise<boolean>;
  find(clientId: string, verificationId: string): Promise<Verification | null>;
  get(verificationId: string): Promise<Verification>;
  /** Holds the verification's row until the end of the transaction: every change of it or its steps begins with this. */
  lock(verificationId: string): Promise<Verification>;
  /** @throws MoveRefused when it is no longer in `from`'s status and version, or the move is not permitted. */
  move(
    from: Pick<Verification, 'id' | 'status' | 'version'>,
    to: VerificationStatus,
    changes?: { decision?: Decision; inputsCompleted?: true; finished?: true },
  ): Promise<void>;
  /** A person's verdict, which may be the same as before. @throws MoveRefused when it is no longer as `from` was. */
  review(from: Pick<Verification, 'id' | 'status' | 'version'>, to: Verdict, decision: Decision): Promise<void>;
  setTags(verification: Pick<Verification, 'id' | 'clientId'>, tags: readonly string[]): Promise<void>;
  /** Progress: the attempt lives another `ttlMinutes` from now, by the database's clock. */
  extend(verificationId: string, ttlMinutes: number): Promise<void>;
  /** Newest first. */
  listOfIdentity(identityId: string, limit: number): Promise<Verification[]>;
  /** Those that speak for the identity (`speaksForIdentity`), newest first. */
  listSpeaking(identityId: string, limit: number): Promise<Verification[]>;
  /** The others, newest first. */
  listSilent(identityId: string, limit: number): Promise<Verification[]>;
  /** The verdict on a re-verification without a client token: whether its evidence may speak for the identity, and why not. */
  entitle(verificationId: string, silences: readonly Silence[]): Promise<void>;
  /** Pending ones without progress for their time, by the database's clock, and without work under way. */
  listOverdue(limit: number, except: readonly string[]): Promise<string[]>;
  isOverdue(verificationId: string): Promise<boolean>;
}

export interface StepRunRepository {
  createAll(
    stepRuns: { id: string; verificationId: string; stepId: string; type: StepType; position: number }[],
  ): Promise<void>;
  /** In the flow's order. */
  list(verificationId: string): Promise<StepRun[]>;
  get(stepRunId: string): Promise<StepRun>;
  /** Null once its attempt is erased. */
  find(stepRunId: string): Promise<StepRun | null>;
  /** waiting → processing. @throws MoveRefused */
  submit(from: StepRun, input: unknown, origin?: Origin): Promise<void>;
  /** processing → waiting, as the next attempt. @throws MoveRefused */
  returnForRetake(from: StepRun, result: unknown, codes: string[]): Promise<void>;
  /** waiting → skipped, with an outcome that says so. @throws MoveRefused */
  skip(from: StepRun, outcome: StepOutcome, at: Date): Promise<void>;
  /** waiting or processing → finished, of a client in test mode that has asked for it. @throws MoveRefused */
  simulate(from: StepRun, outcome: StepOutcome, at: Date): Promise<void>;
  /** What the person must do differently, of a step that is still waiting. False when it no longer is. */
  setCodes(stepRunId: string, codes: string[]): Promise<boolean>;
  /** processing → finished. `at` is the time of the evaluation, which a replay uses again. @throws MoveRefused */
  finish(from: StepRun, result: unknown, outcome: StepOutcome, at: Date): Promise<void>;
  getAttempt(stepRunId: string, attempt: number): Promise<StepAttempt>;
  /** Adds to a finished step what its conclusion saw and the checks that follow from it. */
  conclude(run: StepRun, seen: unknown, outcome: StepOutcome): Promise<void>;
}

export interface MediaLink {
  expires: number;
  signature: string;
}

export interface MediaRepository {
  create(
    media: Omit<Media, 'originFindings' | 'state' | 'widthPx' | 'heightPx' | 'acceptable' | 'codes' | 'createdAt'>,
  ): Promise<void>;
  find(clientId: string, mediaId: string): Promise<Media | null>;
  findById(mediaId: string): Promise<Media | null>;
  /** A link that opens the file without a token for ten minutes of the database's clock. `expires`: seconds since 1970. */
  signLink(media: Pick<Media, 'id' | 'clientId'>): Promise<MediaLink>;
  /** Null when there is no such file or the signature is not right. */
  findByLink(mediaId: string, link: MediaLink): Promise<{ media: Media; expired: boolean } | null>;
  get(mediaId: string): Promise<Media>;
  /** What the person uploaded. */
  listOfAttempt(stepRunId: string, attempt: number): Promise<Upload[]>;
  /** What the service made of it. */
  listDerived(stepRunId: string, attempt: number): Promise<Media[]>;
  listOfVerification(verificationId: string): Promise<Media[]>;
  /** The newest files of these kinds, of every attempt of an identity, that were made safe and can be read. */
  listReadyOfIdentity(identityId: string, kinds: readonly StoredMediaKind[], limit: number): Promise<Media[]>;
  /** received → ready with its new object. Null when somebody else was there first. */
  markReady(
    media: Media,
    ready: Pick<Media, 'objectKey' | 'contentType' | 'bytes' | 'originFindings'> & {
      widthPx: number;
      heightPx: number;
    },
  ): Promise<Media | null>;
  markUnusable(mediaId: string, code: string): Promise<void>;
  storeQuality(mediaId: string, quality: { acceptable: boolean; codes: string[] }): Promise<void>;
  delete(mediaId: string): Promise<void>;
}

/** Hashes of the files that a person gave, kept for as long as the attempt: the files themselves may go sooner. */
export interface GivenFileRepository {
  /** `digest`: SHA-256 of the file. What is there already stays. */
  add(owner: Pick<Verification, 'id' | 'clientId' | 'identityId'>, digest: Buffer): Promise<void>;
  /** Whether a file of this attempt came in another attempt of the identity, too. */
  isReplayed(verification: Pick<Verification, 'id' | 'identityId'>): Promise<boolean>;
}

/** The holder of a claim renews its lease this often. */
export const idempotencyRenewalMs = 4_000;

export type IdempotencyClaim =
  | { state: 'claimed' }
  /** `freeAfterSeconds`: when to ask again. A request that lives ends soon; of one that died, the rest of its lease is left. */
  | { state: 'inFlight'; freeAfterSeconds: number }
  | { state: 'done'; requestHash: Buffer; status: number; responseSealed: Buffer };

export interface IdempotencyKeyRepository {
  /** Takes the key for this request, or says what became of the one that has it. A claim whose lease ran out is taken over. */
  claim(key: { keyHash: Buffer; requestHash: Buffer; claimId: string }): Promise<IdempotencyClaim>;
  /** Part of the effect's transaction. @throws MoveRefused when another request has taken the claim over. */
  store(key: {
    keyHash: Buffer;
    requestHash: Buffer;
    claimId: string;
    status: number;
    responseSealed: Buffer;
  }): Promise<void>;
  /** Lets the lease begin anew: the process that holds the claim lives. */
  renew(keyHash: Buffer, claimId: string): Promise<void>;
  /** After a request without an effect: the key is free again. */
  release(keyHash: Buffer, claimId: string): Promise<void>;
  deleteExpired(limit: number): Promise<number>;
}

/** Objects are scheduled for removal until a row claims them, so that a crash between the store and the database leaves no orphan. */
export interface ObjectClaimRepository {
  scheduleRemoval(objectKey: string, afterSeconds: number): Promise<void>;
  claim(objectKey: string): Promise<void>;
  listDoomed(limit: number, except: readonly string[]): Promise<string[]>;
  /** Of these the ones that no file refers to. */
  listUnclaimed(objectKeys: readonly string[]): Promise<string[]>;
  /** Has those deleted in so many days, and no sooner. Answers which. */
  scheduleRemovalOfUnclaimed(objectKeys: readonly string[], afterDays: number): Promise<string[]>;
}

/** Values as keyed hashes, by which the same person or paper is found under another identity of the client. */
export interface BlindIndexRepository {
  /** What is there already stays. */
  addAll(owner: { clientId: string; identityId: string }, values: readonly IndexedValue[]): Promise<void>;
  /** Identities other than the owner's with an equal value, newest first. */
  listOtherIdentities(
    owner: { clientId: string; identityId: string },
    indexed: IndexedValue,
    limit: number,
  ): Promise<string[]>;
}
