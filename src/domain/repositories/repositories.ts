import type { AnalyticsRepository } from './analytics-repository.ts';
import type { AuditCheckpointRepository, AuditRepository } from './audit-repository.ts';
import type { ChallengeRepository } from './challenge-repository.ts';
import type { CodeSendRepository, TestMessageRepository } from './code-send-repository.ts';
import type { EnrolledFaceRepository } from './enrolled-face-repository.ts';
import type { MatchCalibrationRepository } from './match-calibration-repository.ts';
import type { ApiTokenRepository, ClientRepository, NameRepository } from './account-repositories.ts';
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
  PasskeyRepository,
  ProviderSignInRepository,
  RecoveryCodeRepository,
  SignInTryRepository,
} from './operator-repositories.ts';
import type { TestClockRepository } from './test-clock-repository.ts';
import type { OutboxRepository } from './outbox-repository.ts';
import type { PartitionRepository, RetentionRepository } from './retention-repository.ts';
import type { StartRepository } from './start-repository.ts';
import type { SharedSubmitRepository, SubmitRepository } from './submit-repository.ts';
import type {
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
import type { IdentityRepository, BlindIndexRepository, TaggingRepository } from './identity-repositories.ts';
import type { ActivityRepository, VerificationRepository, StepRunRepository } from './verification-repositories.ts';
import type { MediaRepository, GivenFileRepository, ObjectClaimRepository } from './media-repositories.ts';
import type { IdempotencyKeyRepository } from './idempotency-key-repository.ts';

export type { ApiTokenRepository, ClientRepository } from './account-repositories.ts';
export type { FlowRepository, StoredFlow } from './flow-repository.ts';
export type { SessionOfVerification } from './session-repositories.ts';

/**
 * The services' access to the database. `get` throws, `find` returns null, `list` is paged or bounded by its owner. Every set of
 * repositories is bound to one connection: inside `Database.transaction`, to that transaction's.
 */
export interface Repositories {
  testClock: TestClockRepository;
  clients: ClientRepository;
  apiTokens: ApiTokenRepository;
  audit: AuditRepository;
  auditCheckpoints: AuditCheckpointRepository;
  flows: FlowRepository;
  starts: StartRepository;
  identities: IdentityRepository;
  verifications: VerificationRepository;
  activities: ActivityRepository;
  /** Lists of identities and verifications, with filters. */
  lists: ListRepository;
  sessions: SessionRepository;
  oneTimeTokens: OneTimeTokenRepository;
  analytics: AnalyticsRepository;
  stepRuns: StepRunRepository;
  submits: SubmitRepository;
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
  partitions: PartitionRepository;
  operators: OperatorRepository;
  operatorSessions: OperatorSessionRepository;
  recoveryCodes: RecoveryCodeRepository;
  passkeys: PasskeyRepository;
  providerSignIns: ProviderSignInRepository;
  invitations: InvitationRepository;
  signInTries: SignInTryRepository;
  installation: InstallationRepository;
  names: NameRepository;
}

/** The caller of a request; null for unknown callers. */
export interface DatabaseCaller {
  clientId: string | null;
  verificationId: string | null;
}

export interface Database extends Repositories {
  /** Each call in a separate transaction. */
  sharedSubmits: SharedSubmitRepository;
  /** In separate transactions, too. */
  taggings: TaggingRepository;
  /** Runs `work` in one transaction and returns its result after the commit. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Counts the transactions of `work` for this caller. One session and one client may hold a limited number of connections, so that their
   * locked row delays no other caller.
   * @throws NoSeatFree from these transactions, when those ahead of them hang
   */
  onBehalfOf<T>(who: DatabaseCaller, work: () => Promise<T>): Promise<T>;
  /** Runs `work` unless another process is running work under the same name. */
  exclusively(name: string, work: () => Promise<void>): Promise<void>;
  /** Wraps every key under the current root key, while the service runs. Returns the number of keys. */
  rewrapKeys(): Promise<number>;
  /**
   * Gives a client a new key, and encrypts and hashes again everything that used the old one, in one transaction. Null when the client does
   * not exist.
   * @throws OthersAtWork
   */
  rotateClientKey(clientId: string): Promise<RotatedKey | null>;
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** The counts of what was converted to a client's new key. */
export interface RotatedKey {
  identities: number;
  endpoints: number;
  indexes: number;
}

/** A command that must have the database to itself found running processes of the service. */
export class OthersAtWork extends Error {
  constructor() {
    super(
      'API and workers must be stopped for this: one of them is still connected to the database. Stop the service first.',
    );
    this.name = 'OthersAtWork';
  }
}

/** A guarded update found its row in another state: another process was first. */
export class MoveRefused extends Error {
  constructor(what: string) {
    super(`${what} was moved by somebody else`);
    this.name = 'MoveRefused';
  }
}
