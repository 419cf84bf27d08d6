import { newId } from '../../domain/id.ts';
import type { Language } from '../../domain/language.ts';
import type { Entrance, NewStart } from '../../domain/repositories/start-repository.ts';
import type { Device, Metadata } from '../../domain/verifications/verification.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Flow } from '../flows/load-flow.ts';
import { identityRecordJson } from '../verifications/refresh-identity-record.ts';
import { sessionHours } from './start-request.ts';
import { eventBodyOf } from '../verifications/record-event.ts';

/**
 * Everything that a session on a new identity starts with, composed before any of it is written. Nothing has to be read back, so one
 * statement can store it all.
 */
export function composeStart({
  startedBy,
  metadata,
  device,
  entrance: { client, endpointIds, at: startedAt },
  flow,
  language,
  at,
}: {
  startedBy: NewStart['startedBy'];
  metadata: Metadata;
  device: Device;
  entrance: Entrance;
  flow: Flow;
  language: Language;
  /** Fields of the event. */
  at: Date;
}): { start: NewStart; sessionToken: string } {
  const sessionToken = newSecretToken('session');
  const [identityId, verificationId] = [newId('identity'), newId('verification')];
  const expiresAt = new Date(startedAt.getTime() + flow.document.sessionTtlMinutes * 60_000);
  const authority = { startedBy, reverifies: false, entitled: false, silences: [] };
  const verification = { id: verificationId, identityId, status: 'pending', ...authority } as const;
  const start: NewStart = {
    clientId: client.id,
    identityId,
    verificationId,
    flowVersionId: flow.versionId,
    startedBy,
    language,
    deviceMetadata: metadata,
    device,
    startedAt,
    expiresAt,
    stepRuns: flow.document.steps.map((step) => ({ id: newId('stepRun'), stepId: step.id, type: step.type })),
    session: {
      id: newId('session'),
      tokenHash: hashSecretToken(sessionToken),
      endsAt: new Date(startedAt.getTime() + sessionHours * 3_600_000),
    },
    recordJson: identityRecordJson({
      identity: { id: identityId, status: 'pending', data: {}, tags: [], createdAt: startedAt, updatedAt: startedAt },
      spoken: [{ ...verification, createdAt: startedAt, finishedAt: null }],
      silent: [],
      latestRecord: null,
    }),
    event: {
      id: newId('event'),
      type: 'verification.started',
      body: eventBodyOf({
        content: { type: 'verification.started' },
        verification: { ...verification, metadata: {}, deviceMetadata: metadata },
        flow,
        sequence: 1,
        at,
      }),
      endpointIds,
    },
  };
  return { start, sessionToken };
}
