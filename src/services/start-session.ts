import type { Client } from '../domain/client.ts';
import { unrecorded, type Effect } from '../domain/effect.ts';
import { Problem } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { reservedMetadataOf } from '../domain/metadata.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { LiveChannel } from '../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../domain/secret-token.ts';
import { admitReverification } from './admit-reverification.ts';
import { admitStart } from './admit-start.ts';
import { attachSession } from './attach-session.ts';
import { chooseLanguage } from './choose-language.ts';
import { createAttempt } from './create-attempt.ts';
import type { Flow, Flows } from './load-flow.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { sessionHours, type StartedSession, type StartRequest, type TakenAttempt } from './start-request.ts';
import { recordEvent } from './webhooks/record-event.ts';

/**
 * Starts a session: on a new identity, on one that is verified again (`metadata.identityId`), or on the attempt that the
 * backend has prepared (`clientToken`). Answers the session's right to act on it.
 */
export function createStartSession({
  db,
  flows,
  clock,
  live,
}: {
  db: Database;
  flows: Flows;
  clock: Clock;
  live: Pick<LiveChannel, 'announce'>;
}) {
  return async function startSession(
    request: StartRequest,
    effect: Effect<StartedSession> = unrecorded,
  ): Promise<StartedSession> {
    const { networkAddress } = request.device;
    const { client, flow } = await admitStart({ db, flows }, { ...request, networkAddress });
    if (client.settings.strictStart && request.clientToken === null) {
      throw new Problem('session.client_token_required');
    }
    refuseWhatIsPlanned(request);
    const sessionToken = newSecretToken('session');

    const { started, ended } = await db.transaction(async (tx) => {
      const { ended, ...attempt } =
        request.clientToken === null
          ? await beginAttempt(tx, { client, flow, request })
          : await attachSession(tx, { client, flow, request, clientToken: request.clientToken }, flows);
      await tx.sessions.create({
        id: newId('session'),
        verificationId: attempt.verificationId,
        tokenHash: hashSecretToken(sessionToken),
        ttlHours: sessionHours,
      });
      await refreshIdentityRecord(tx, attempt.identityId, flows);
      const verification = await tx.verifications.get(attempt.verificationId);
      const happening = { type: 'verification.started' } as const;
      await recordEvent(tx, { happening, verification, flow: attempt.flow, at: clock.now() });
      const started = { ...attempt, sessionToken, expiresAt: verification.expiresAt, client };
      await effect.record(tx, started);
      return { started, ended };
    });
    for (const { verification, sequence } of ended) live.announce(verification.id, sequence);
    return started;
  };

  async function beginAttempt(
    tx: Repositories,
    { client, flow, request }: { client: Client; flow: Flow; request: StartRequest },
  ): Promise<TakenAttempt> {
    const { metadata, device } = request;
    const startedBy = 'sdk';
    const reserved = reservedMetadataOf(metadata);
    const identityId = reserved.identityId ?? null;
    const ended =
      identityId === null ? [] : await admitReverification(tx, { identityId, flow, startedBy }, { flows, clock });
    const fixed = reserved.fixedLanguage ?? flow.document.language;
    const language = chooseLanguage(fixed, device.languages, client.settings.languages);
    const ttlMinutes = flow.document.sessionTtlMinutes;
    const created = await createAttempt(tx, { flow, identityId, startedBy, language, metadata, device, ttlMinutes });
    return { ...created, flow, language, metadata, ended };
  }
}

/** Ways to start that the contract has and this version does not carry out. They are refused, never silently ignored. */
function refuseWhatIsPlanned({ metadata }: StartRequest): void {
  if (reservedMetadataOf(metadata).encryptionConfigurationId !== undefined) {
    throw new Problem('service.not_implemented', { detail: 'Encryption configurations are not offered yet.' });
  }
}
