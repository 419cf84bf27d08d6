import { newId } from '../domain/id.ts';
import type { Language } from '../domain/language.ts';
import type { Entrance, NewStart } from '../domain/repositories/start-repository.ts';
import { hashSecretToken, newSecretToken } from '../domain/secret-token.ts';
import type { Flow } from './load-flow.ts';
import { identityRecordJson } from './refresh-identity-record.ts';
import type { StartRequest, StartedSession } from './start-session.ts';
import { eventBodyOf } from './webhooks/record-event.ts';

/** A session token dies after this long, whatever the progress. */
const sessionMs = 24 * 3_600_000;

/**
 * Everything that a session on a new identity begins with, before any of it is written: nothing has to be read back, so that
 * one statement can store it all.
 */
export function composeStart({
  request,
  entrance: { client, endpointIds, at: startedAt },
  flow,
  language,
  at,
}: {
  request: StartRequest;
  entrance: Entrance;
  flow: Flow;
  language: Language;
  /** Of the event. */
  at: Date;
}): { start: NewStart; started: StartedSession } {
  const { metadata, device } = request;
  const sessionToken = newSecretToken('session');
  const [identityId, verificationId] = [newId('identity'), newId('verification')];
  const expiresAt = new Date(startedAt.getTime() + flow.document.sessionTtlMinutes * 60_000);
  const verification = { id: verificationId, identityId, status: 'pending', metadata } as const;
  const start: NewStart = {
    clientId: client.id,
    identityId,
    verificationId,
    flowVersionId: flow.versionId,
    language,
    metadata,
    device,
    startedAt,
    expiresAt,
    stepRuns: flow.document.steps.map((step) => ({ id: newId('stepRun'), stepId: step.id, type: step.type })),
    session: {
      id: newId('session'),
      tokenHash: hashSecretToken(sessionToken),
      endsAt: new Date(startedAt.getTime() + sessionMs),
    },
    recordJson: identityRecordJson({
      identity: { id: identityId, status: 'pending', data: {}, createdAt: startedAt, updatedAt: startedAt },
      verifications: [{ ...verification, createdAt: startedAt, finishedAt: null }],
      latestRecord: null,
    }),
    event: {
      id: newId('event'),
      type: 'verification.started',
      body: eventBodyOf({ happening: { type: 'verification.started' }, verification, flow, sequence: 1, at }),
      endpointIds,
    },
  };
  const ids = { verificationId, identityId };
  return { start, started: { sessionToken, ...ids, expiresAt, language, client, flow, metadata, startedAt } };
}
