import type { ReturnTo } from '../../domain/operators/return-url.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import { clientTokenHours } from '../../domain/encryption/one-time-token.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';
import { requireListedReturn } from './admit-return.ts';
import { admitReverification } from './admit-reverification.ts';
import type { RefuseBusyClient } from './refuse-busy-client.ts';
import { chooseLanguage } from './choose-language.ts';
import { composePreparation } from './compose-preparation.ts';
import { createAttempt } from './create-attempt.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { requireProvidersAtStart, type StepProviders } from '../flows/missing-providers.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';
import { writeAtOnce } from './write-at-once.ts';

export interface PreparedVerification {
  verificationId: string;
  identityId: string;
  clientId: string;
  flowId: string;
  clientToken: string;
  expiresAt: Date;
  returnTo: ReturnTo | null;
}

/**
 * Prepares a verification for the backend. It waits for its person, who arrives with the client token or through the hosted link that
 * carries it. `verification.started` is sent when they arrive, or with the backend's first input.
 */
export function createStartVerification({
  db,
  flows,
  clock,
  live,
  refuseBusyClient,
  providers,
}: {
  db: Database;
  flows: Flows;
  clock: Clock;
  providers: StepProviders;
  live: Pick<LiveChannel, 'announce'>;
  refuseBusyClient: RefuseBusyClient;
}) {
  return async function startVerification(
    { clientId, actorId }: ApiCaller,
    request: { flowId: string; identityId: string | null; metadata: Metadata; returnTo: ReturnTo | null },
    effect: Effect<PreparedVerification> = unrecorded,
  ): Promise<PreparedVerification> {
    const { metadata } = request;
    const context = await db.starts.findStartContext(clientId, request.flowId);
    if (!context?.flow) throw new Problem('flow.not_found');
    const flow = await flows.open(clientId, context.flow);
    if (flow.disabled) throw new Problem('flow.disabled');
    await refuseBusyClient(clientId);
    const { returnTo } = request;
    if (returnTo !== null) requireListedReturn(returnTo, context.client, flow);
    requireProvidersAtStart(context.client, flow.document, providers);
    const identityId = request.identityId ?? reservedMetadataOf(metadata).identityId ?? null;
    // An existing person must not change meanwhile.
    if (identityId !== null) return prepareInTransaction({ flow, identityId, metadata, actorId }, returnTo, effect);
    const given = { flow, metadata, actorId, startedAt: context.at, at: clock.now() };
    return prepareOnNewIdentity(given, returnTo, effect);
  };

  /** On an identity that is verified again. */
  async function prepareInTransaction(
    { flow, identityId, metadata, actorId }: { flow: Flow; identityId: string; metadata: Metadata; actorId: string },
    returnTo: ReturnTo | null,
    effect: Effect<PreparedVerification>,
  ): Promise<PreparedVerification> {
    const clientToken = newSecretToken('client');
    const ttlMinutes = clientTokenHours * 60;
    const { clientId } = flow;
    const startedBy = 'backend';
    const { prepared, ended } = await db.transaction(async (tx) => {
      const reverification = { identityId, flow, startedBy, networkAddress: null } as const;
      const ended = await admitReverification(tx, reverification, { flows, clock });
      const { verificationId } = await createAttempt(tx, {
        flow,
        identityId,
        startedBy,
        // Until the person's device reports its own.
        language: chooseLanguage(reservedMetadataOf(metadata).fixedLanguage ?? flow.document.language, []),
        metadata,
        deviceMetadata: {},
        device: null,
        ttlMinutes,
      });
      const expiresAt = await tx.oneTimeTokens.create({
        tokenHash: hashSecretToken(clientToken),
        purpose: 'client',
        verificationId,
        sessionId: null,
        ttlMinutes,
      });
      await refreshIdentityRecord(tx, identityId, flows);
      const prepared = { verificationId, identityId, clientId, flowId: flow.flowId, clientToken, expiresAt, returnTo };
      await effect.record(tx, prepared);
      await tx.audit.append([{ clientId, actorId, action: 'verification.started', subjectId: verificationId }]);
      return { prepared, ended };
    });
    for (const { verification, sequence } of ended) live.announce(verification.id, sequence);
    return prepared;
  }

  /** For a new person, which is the most common case. */
  async function prepareOnNewIdentity(
    given: Parameters<typeof composePreparation>[0],
    returnTo: ReturnTo | null,
    effect: Effect<PreparedVerification>,
  ): Promise<PreparedVerification> {
    const { preparation, clientToken } = composePreparation(given);
    const { verificationId, identityId, clientId, expiresAt } = preparation;
    const ids = { verificationId, identityId, clientId, flowId: given.flow.flowId };
    const prepared = { ...ids, clientToken, expiresAt, returnTo };
    const ofFlow = given.flow.document.encryptionConfigurationId;
    const encryption = { clientId, verificationId, metadata: given.metadata, ofFlow };
    return writeAtOnce(db, (starts) => starts.prepare(preparation), { result: prepared, effect, encryption });
  }
}
