import { createHash } from 'node:crypto';
import { Semaphore } from 'async-mutex';
import type pg from 'pg';
import type { RootKey } from '../domain/ports/root-key.ts';
import type { Database, Repositories } from '../domain/repositories/repositories.ts';
import { createApiTokenRepository } from './clients/api-tokens.ts';
import { createBlindIndexRepository } from './identities/blind-indexes.ts';
import { createActivityRepository } from './verifications/activities.ts';
import { createAnalyticsRepository } from './analytics/analytics.ts';
import { createAuditRepository } from './audit/audit-log.ts';
import { createAuditCheckpointRepository } from './audit/checkpoints.ts';
import { createChallengeRepository } from './verifications/challenges.ts';
import { createClientRepository } from './clients/clients.ts';
import { createCodeSendRepository } from './codes/code-sends.ts';
import { connect, openPool, type Connection, type Statements } from './connection/connection.ts';
import { createConsentRepository } from './verifications/consents.ts';
import { createEnrolledFaceRepository, FaceIndexes } from './identities/enrolled-faces.ts';
import { createMatchCalibrationRepository } from './clients/match-calibrations.ts';
import { createEncryptionRepository } from './verifications/encryption-configurations.ts';
import { createErasureRepository } from './retention/erasures.ts';
import { createExportRepository } from './verifications/exports.ts';
import { createFlowRepository } from './clients/flows.ts';
import { createGivenFileRepository } from './verifications/given-files.ts';
import { createBatchedSends } from './codes/batched-sends.ts';
import { createBatchedStatements } from './connection/batched-statements.ts';
import { createIdempotencyKeyRepository } from './jobs/idempotency-keys.ts';
import { createIdentityRepository } from './identities/identities.ts';
import { ClientKeys, DataKeys } from './keys/keys.ts';
import { createListRepository } from './verifications/lists.ts';
import { createInstallationRepository, InstallationKey } from './keys/installation.ts';
import { createInvitationRepository } from './operators/invitations.ts';
import { createMediaRepository } from './media/media.ts';
import { createMessageRepository } from './sessions/messages.ts';
import { createObjectClaimRepository } from './media/objects.ts';
import { createOneTimeTokenRepository } from './sessions/one-time-tokens.ts';
import { createNameRepository } from './operators/names.ts';
import { createOperatorSessionRepository } from './operators/operator-sessions.ts';
import { createOperatorRepository } from './operators/operators.ts';
import { createOutboxRepository } from './jobs/outbox.ts';
import { rotateClientKey } from './upkeep/rotate-client-key.ts';
import { rewrapKeys } from './keys/rewrap-keys.ts';
import { createPreparedReads } from './connection/prepared-reads.ts';
import { createReplicaReads, type ReplicaRead } from './connection/replica-reads.ts';
import { createPartitionRepository } from './retention/partitions.ts';
import { createRetentionRepository } from './retention/retentions.ts';
import { createSessionReads } from './sessions/session-reads.ts';
import { createSessionRepository } from './sessions/sessions.ts';
import { createPasskeyRepository } from './operators/passkeys.ts';
import { createProviderSignInRepository } from './operators/provider-sign-ins.ts';
import { createRecoveryCodeRepository } from './operators/recovery-codes.ts';
import { createSignInTryRepository } from './operators/sign-in-tries.ts';
import {
  createBatchedStarts,
  createStartRepository,
  createStartStatements,
  type StartStatements,
} from './verifications/starts.ts';
import { createStepRunRepository } from './verifications/step-runs.ts';
import { createSharedSubmitRepository } from './verifications/shared-submits.ts';
import { createSubmitRepository } from './verifications/submits.ts';
import { createTaggingRepository } from './identities/shared-taggings.ts';
import { createTestClockRepository } from './clients/test-clock.ts';
import { createTestMessageRepository } from './codes/test-messages.ts';
import { createVerificationRepository } from './verifications/verifications.ts';
import { createWebhookDeliveryRepository } from './webhooks/webhook-deliveries.ts';
import { createWebhookEndpointRepository } from './webhooks/webhook-endpoints.ts';
import { createWebhookEventRepository } from './webhooks/webhook-events.ts';

export interface DatabaseOptions {
  url: string;
  /** Set when `url` leads to a pooler in transaction mode: Postgres itself. */
  directUrl?: string | null;
  poolSize: number;
  rootKey: RootKey;
  /** A streaming replica for lists, analytics and the pages of the audit log. `onRead` learns where each such read went. */
  replica?: { url: string; onRead: (read: ReplicaRead) => void } | null;
}

export function createDatabase(options: DatabaseOptions): Database {
  const { directUrl = null } = options;
  const connections = connect({ ...options, pooler: directUrl !== null });
  const { prisma, pool } = connections;
  const clientKeys = new ClientKeys(options.rootKey);
  const installationKey = new InstallationKey(pool, clientKeys);
  const faceIndexes = new FaceIndexes();
  const { replica = null } = options;
  const replicaPool = replica && openPool({ url: replica.url, poolSize: options.poolSize });
  const listing = replicaPool ? createReplicaReads(pool, replicaPool, replica.onRead) : pool;
  const reads = createPreparedReads(pool);
  const sessionReads = createSessionReads(pool);
  const batched = createBatchedStatements(pool);
  const batchedSends = createBatchedSends(pool);
  const batchedStarts = createBatchedStarts(pool);

  function repositoriesOn(
    { connection, statements }: { connection: Connection; statements: Statements },
    keys: DataKeys,
    starts: StartStatements,
    /** For what decides nothing: lists and figures. */
    listing: Statements,
  ): Repositories {
    const operators = createOperatorRepository(connection, installationKey);
    const invitations = createInvitationRepository(connection, installationKey);
    return {
      clients: createClientRepository(connection, clientKeys),
      apiTokens: createApiTokenRepository(connection, reads),
      audit: createAuditRepository(statements, keys, listing),
      auditCheckpoints: createAuditCheckpointRepository(statements),
      flows: createFlowRepository(connection),
      starts: createStartRepository(starts, keys),
      identities: createIdentityRepository(connection, statements, keys, reads),
      verifications: createVerificationRepository(connection, statements, keys),
      activities: createActivityRepository(connection, keys),
      lists: createListRepository(listing, keys),
      sessions: createSessionRepository(connection, sessionReads),
      oneTimeTokens: createOneTimeTokenRepository(connection),
      analytics: createAnalyticsRepository(connection, statements, listing),
      stepRuns: createStepRunRepository(connection, statements, keys),
      submits: createSubmitRepository(statements, keys),
      media: createMediaRepository(connection, statements, keys),
      consents: createConsentRepository(connection, keys),
      challenges: createChallengeRepository(connection, keys),
      givenFiles: createGivenFileRepository(statements, keys),
      messages: createMessageRepository(connection, statements),
      outbox: createOutboxRepository(connection, statements, batched),
      objects: createObjectClaimRepository(connection),
      erasures: createErasureRepository(statements),
      exports: createExportRepository(connection, keys),
      encryptionConfigurations: createEncryptionRepository(connection, statements, keys),
      retentions: createRetentionRepository(statements),
      blindIndexes: createBlindIndexRepository(connection, keys),
      codeSends: createCodeSendRepository(connection, keys, batchedSends),
      enrolledFaces: createEnrolledFaceRepository(connection, keys, faceIndexes),
      matchCalibrations: createMatchCalibrationRepository(connection),
      testClock: createTestClockRepository(statements),
      testMessages: createTestMessageRepository(connection, keys),
      idempotencyKeys: createIdempotencyKeyRepository(statements, installationKey),
      webhookEndpoints: createWebhookEndpointRepository(connection, statements, keys),
      webhookEvents: createWebhookEventRepository(connection, statements, keys),
      webhookDeliveries: createWebhookDeliveryRepository(connection, keys, batched),
      partitions: createPartitionRepository(statements),
      operators,
      names: createNameRepository(connection, operators, invitations),
      operatorSessions: createOperatorSessionRepository(connection, statements),
      recoveryCodes: createRecoveryCodeRepository(connection, installationKey),
      passkeys: createPasskeyRepository(connection, installationKey),
      providerSignIns: createProviderSignInRepository(connection),
      invitations,
      signInTries: createSignInTryRepository(connection, installationKey),
      installation: createInstallationRepository(connection, installationKey),
    };
  }

  const keys = new DataKeys(prisma, pool, clientKeys, { remember: false });
  // Exclusive work holds one connection and needs others for its statements. If such work held all connections, all of it would wait for
  // one.
  const exclusiveAtOnce = Math.max(1, Math.floor(options.poolSize / 2) - 1);
  const exclusiveWork = new Semaphore(exclusiveAtOnce);
  // A lock that outlasts a transaction belongs to a session, and behind a pooler in transaction mode nobody has one.
  let lockPool: pg.Pool | null = directUrl === null ? pool : null;
  const lockSessions = () => (lockPool ??= openPool({ url: directUrl ?? options.url, poolSize: exclusiveAtOnce }));

  return {
    ...repositoriesOn({ connection: prisma, statements: pool }, keys, batchedStarts, listing),
    sharedSubmits: createSharedSubmitRepository(pool, keys),
    taggings: createTaggingRepository(pool, keys),

    async transaction(work) {
      return connections.transaction((connection, statements) => {
        const keys = new DataKeys(connection, statements, clientKeys, { remember: true });
        return work(repositoriesOn({ connection, statements }, keys, createStartStatements(statements), statements));
      });
    },

    onBehalfOf: (who, work) => connections.onBehalfOf(who, work),

    exclusively: (name, work) =>
      exclusiveWork.runExclusive(async () => {
        const lock = createHash('sha256').update(name).digest().readInt32BE(0);
        const connection = await lockSessions().connect();
        // A connection on which a query failed may still hold the lock, so it is closed, which releases the lock.
        let broken = true;
        try {
          const { rows } = await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock]);
          if (rows[0]?.held !== true) {
            broken = false;
            return;
          }
          try {
            await work();
          } finally {
            const { rows: freed } = await connection.query<{ freed: boolean }>(
              'select pg_advisory_unlock($1) as freed',
              [lock],
            );
            broken = freed[0]?.freed !== true;
          }
        } finally {
          connection.release(broken);
        }
      }),

    rewrapKeys: () => rewrapKeys(prisma, clientKeys),

    rotateClientKey: (clientId) => rotateClientKey(connections, clientKeys, clientId),

    async probe() {
      await pool.query('select 1');
    },

    async close() {
      if (lockPool !== pool) await lockPool?.end();
      await replicaPool?.end();
      await connections.close();
    },
  };
}
