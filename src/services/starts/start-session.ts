import type { Client } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Language } from '../../domain/language.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { requireListedReturn } from './admit-return.ts';
import { admitReverification } from './admit-reverification.ts';
import { admitStart } from './admit-start.ts';
import type { RefuseBusyClient } from './refuse-busy-client.ts';
import type { LimitStarts } from './limit-starts.ts';
import { openPreparedAttempt } from './open-prepared-attempt.ts';
import { chooseLanguage } from './choose-language.ts';
import { composeStart } from './compose-start.ts';
import { createAttempt } from './create-attempt.ts';
import { refuseDeviceChoice } from '../encryption/choose-configuration.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { requireProvidersAtStart, type StepProviders } from '../flows/missing-providers.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';
import type { StartedSession, StartRequest, OpenedAttempt } from './start-request.ts';
import { createSession } from './create-session.ts';
import { writeAtOnce } from './write-at-once.ts';
import { recordStart } from '../verifications/verification-events.ts';

/**
 * Starts a session: on a new identity, on an identity that is verified again (`metadata.identityId`), or on the attempt that the backend
 * prepared (`clientToken`). Returns the session token.
 */
export function createStartSession({
  db,
  flows,
  clock,
  live,
  refuseBusyClient,
  limitStarts,
  providers,
}: {
  db: Database;
  flows: Flows;
  clock: Clock;
  providers: StepProviders;
  live: Pick<LiveChannel, 'announce'>;
  refuseBusyClient: RefuseBusyClient;
  limitStarts: LimitStarts;
}) {
  return async function startSession(
    request: StartRequest,
    effect: Effect<StartedSession> = unrecorded,
  ): Promise<StartedSession> {
    const { networkAddress } = request.device;
    refuseDeviceChoice(request.metadata);
    const admitted = await admitStart({ db, flows }, { ...request, networkAddress });
    await refuseBusyClient(admitted.client.id);
    // The client's own backend is counted by its token.
    if (request.clientToken === null) await limitStarts(request.flowId, networkAddress);
    const { client, flow } = admitted;
    const { returnTo } = request;
    requireListedReturn(returnTo, client, flow);
    requireProvidersAtStart(client, flow.document, providers);
    if (client.settings.strictStart && request.clientToken === null) {
      throw new Problem('session.client_token_required');
    }
    const language = languageOf(request, { client, flow });
    const { identityId } = reservedMetadataOf(request.metadata);
    if (request.clientToken !== null) {
      const { clientToken } = request;
      return startInTransaction(
        (tx) => openPreparedAttempt(tx, { client, flow, request, clientToken }, flows),
        { client, returnTo },
        effect,
      );
    }
    if (identityId !== undefined) {
      const attempt = { flow, request, identityId, language };
      return startInTransaction((tx) => createDeviceAttempt(tx, attempt), { client, returnTo }, effect);
    }
    return startOnNewIdentity(request, { ...admitted, language }, effect);
  };

  /** On a new identity, which is the most common case. */
  async function startOnNewIdentity(
    { metadata, device, startedBy, returnTo }: StartRequest,
    { client, flow, context, language }: Awaited<ReturnType<typeof admitStart>> & { language: Language },
    effect: Effect<StartedSession>,
  ): Promise<StartedSession> {
    const { start, sessionToken } = composeStart({
      startedBy,
      metadata,
      device,
      context,
      flow,
      language,
      at: clock.now(),
    });
    const { verificationId, identityId, expiresAt, startedAt } = start;
    const ids = { verificationId, identityId };
    const started = { sessionToken, ...ids, expiresAt, language, client, flow, metadata, startedAt, returnTo };
    const ofFlow = flow.document.encryptionConfigurationId;
    const encryption = { clientId: flow.clientId, verificationId, metadata: {}, ofFlow };
    return writeAtOnce(db, (starts) => starts.create(start), { result: started, effect, encryption });
  }

  /** On an attempt or identity that exists. */
  async function startInTransaction(
    openAttempt: (tx: Repositories) => Promise<OpenedAttempt>,
    { client, returnTo }: Pick<StartedSession, 'client' | 'returnTo'>,
    effect: Effect<StartedSession>,
  ): Promise<StartedSession> {
    const start = async (tx: Repositories) => {
      const { ended, ...attempt } = await openAttempt(tx);
      const { sessionToken, verification } = await createSession(tx, attempt.verificationId);
      await refreshIdentityRecord(tx, attempt.identityId, flows);
      await recordStart(tx, { verification, flow: attempt.flow, at: clock.now() });
      const started = { ...attempt, sessionToken, expiresAt: verification.expiresAt, client, returnTo };
      await effect.record(tx, started);
      return { started, ended };
    };
    const who = { clientId: client.id, verificationId: null };
    const { started, ended } = await db.onBehalfOf(who, () => db.transaction(start));
    for (const { verification, sequence } of ended) live.announce(verification.id, sequence);
    return started;
  }

  /** On an identity that is verified again. */
  async function createDeviceAttempt(
    tx: Repositories,
    {
      flow,
      request: { metadata, device, startedBy },
      identityId,
      language,
    }: { flow: Flow; request: StartRequest; identityId: string; language: Language },
  ): Promise<OpenedAttempt> {
    const { networkAddress } = device;
    const ended = await admitReverification(tx, { identityId, flow, startedBy, networkAddress }, { flows, clock });
    const ttlMinutes = flow.document.sessionTtlMinutes;
    const given = { metadata: {}, deviceMetadata: metadata, device };
    const created = await createAttempt(tx, { flow, identityId, startedBy, language, ...given, ttlMinutes });
    return { ...created, identityId, flow, language, metadata, ended };
  }
}

function languageOf(
  { metadata, device }: Pick<StartRequest, 'metadata' | 'device'>,
  { client, flow }: { client: Client; flow: Flow },
): Language {
  const fixed = reservedMetadataOf(metadata).fixedLanguage ?? flow.document.language;
  return chooseLanguage(fixed, device.languages, client.settings.languages);
}
