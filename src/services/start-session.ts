import type { Clock } from '../domain/ports/clock.ts';
import type { Client } from '../domain/client.ts';
import { unrecorded, type Effect } from '../domain/effect.ts';
import { Problem } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { reservedMetadataOf } from '../domain/metadata.ts';
import type { Language } from '../domain/language.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../domain/secret-token.ts';
import type { Device, Metadata } from '../domain/verification.ts';
import { isAddressAdmitted } from './address-rules.ts';
import { chooseLanguage } from './choose-language.ts';
import type { Flow, Flows } from './load-flow.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { recordEvent } from './webhooks/record-event.ts';

/** A session token dies after this long, whatever the progress. */
export const sessionHours = 24;

export interface StartRequest {
  clientId: string;
  flowId: string;
  metadata: Metadata;
  device: Device;
  clientToken: string | null;
}

export interface StartedSession {
  sessionToken: string;
  verificationId: string;
  identityId: string;
  expiresAt: Date;
  language: Language;
  client: Client;
  flow: Flow;
  metadata: Metadata;
  startedAt: Date;
}

/** Starts a verification of a new identity and answers the session's right to act on it. */
export function createStartSession({ db, flows, clock }: { db: Database; flows: Flows; clock: Clock }) {
  return async function startSession(
    request: StartRequest,
    effect: Effect<StartedSession> = unrecorded,
  ): Promise<StartedSession> {
    const client = await db.clients.find(request.clientId);
    if (client === null) throw new Problem('client.not_found');
    if (client.suspended) throw new Problem('client.suspended');
    const flow = await flows.findPublished(client.id, request.flowId);
    if (flow === null) throw new Problem('flow.not_found');
    if (!isAddressAdmitted(request.device.networkAddress, flow.document.ipRestriction)) {
      throw new Problem('session.ip_restricted');
    }
    if (flow.disabled) throw new Problem('flow.disabled');
    refuseWhatIsPlanned(request);

    const sessionToken = newSecretToken('session');
    const verificationId = newId('verification');
    const identityId = newId('identity');
    const fixed = reservedMetadataOf(request.metadata).fixedLanguage ?? flow.document.language;
    const language = chooseLanguage(fixed, request.device.languages);

    return db.transaction(async (tx) => {
      await tx.identities.create({ id: identityId, clientId: client.id });
      const { startedAt } = await tx.verifications.create({
        id: verificationId,
        clientId: client.id,
        identityId,
        flowVersionId: flow.versionId,
        language,
        metadata: request.metadata,
        device: request.device,
        ttlMinutes: flow.document.sessionTtlMinutes,
      });
      await tx.stepRuns.createAll(
        flow.document.steps.map((step, position) => ({
          id: newId('stepRun'),
          verificationId,
          stepId: step.id,
          type: step.type,
          position,
        })),
      );
      await tx.sessions.create({
        id: newId('session'),
        verificationId,
        tokenHash: hashSecretToken(sessionToken),
        ttlHours: sessionHours,
      });
      await refreshIdentityRecord(tx, identityId, flows);
      const verification = await tx.verifications.get(verificationId);
      const { expiresAt } = verification;
      await recordEvent(tx, { happening: { type: 'verification.started' }, verification, flow, at: clock.now() });
      const { metadata } = request;
      const ids = { verificationId, identityId };
      const started = { sessionToken, ...ids, expiresAt, language, client, flow, metadata, startedAt };
      await effect.record(tx, started);
      return started;
    });
  };
}

/** Ways to start that the contract has and this version does not carry out. They are refused, never silently ignored. */
function refuseWhatIsPlanned(request: StartRequest): void {
  // No client token has been given out yet, so none can be valid.
  if (request.clientToken !== null) throw new Problem('session.client_token_invalid');
  const reserved = reservedMetadataOf(request.metadata);
  if (reserved.identityId !== undefined) {
    throw new Problem('service.not_implemented', { detail: 'Verifying an identity again is not offered yet.' });
  }
  if (reserved.encryptionConfigurationId !== undefined) {
    throw new Problem('service.not_implemented', { detail: 'Encryption configurations are not offered yet.' });
  }
}
