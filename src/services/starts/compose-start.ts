import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { newId } from '../../domain/id.ts';
import type { Language } from '../../domain/language.ts';
import type { StartContext, NewStart } from '../../domain/repositories/start-repository.ts';
import type { Device, Metadata } from '../../domain/verifications/verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { eventBodyOf } from '../verifications/verification-events.ts';
import { composeFirstAttempt } from './compose-first-attempt.ts';
import { sessionHours } from './start-request.ts';

/** Everything that a session on a new identity starts with. Nothing has to be read back, so one statement can store it all. */
export function composeStart({
  startedBy,
  metadata,
  device,
  context: { endpointIds, at: startedAt },
  flow,
  language,
  at,
}: {
  startedBy: NewStart['startedBy'];
  metadata: Metadata;
  device: Device;
  context: StartContext;
  flow: Flow;
  language: Language;
  /** The time of the event. */
  at: Date;
}): { start: NewStart; sessionToken: string } {
  const sessionToken = newSecretToken('session');
  const { rows, authority } = composeFirstAttempt({ flow, startedBy, startedAt });
  const { verificationId: id, identityId } = rows;
  const start: NewStart = {
    ...rows,
    startedBy,
    language,
    deviceMetadata: metadata,
    device,
    expiresAt: new Date(startedAt.getTime() + flow.document.sessionTtlMinutes * 60_000),
    session: {
      id: newId('session'),
      tokenHash: hashSecretToken(sessionToken),
      endsAt: new Date(startedAt.getTime() + sessionHours * 3_600_000),
    },
    event: {
      id: newId('event'),
      type: 'verification.started',
      body: eventBodyOf({
        content: { type: 'verification.started' },
        verification: { id, identityId, metadata: {}, deviceMetadata: metadata, ...authority },
        flow,
        sequence: 1,
        at,
      }),
      endpointIds,
    },
  };
  return { start, sessionToken };
}
