import { clientTokenHours } from '../../domain/encryption/one-time-token.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { newId } from '../../domain/id.ts';
import type { NewPreparation } from '../../domain/repositories/start-repository.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { identityRecordJson } from '../verifications/refresh-identity-record.ts';
import { chooseLanguage } from './choose-language.ts';

/**
 * Everything that a backend prepares for a new person, composed before any of it is written. Nothing has to be read back, so one statement
 * can store it all.
 */
export function composePreparation({
  flow,
  metadata,
  actorId,
  startedAt,
  at,
}: {
  flow: Flow;
  metadata: Metadata;
  actorId: string;
  /** By the database's clock. */
  startedAt: Date;
  /** For the line in the audit log. */
  at: Date;
}): { preparation: NewPreparation; clientToken: string } {
  const clientToken = newSecretToken('client');
  const [identityId, verificationId] = [newId('identity'), newId('verification')];
  const authority = { startedBy: 'backend' as const, reverifies: false, entitled: false, silences: [] };
  const verification = { id: verificationId, identityId, status: 'pending', ...authority } as const;
  const preparation: NewPreparation = {
    clientId: flow.clientId,
    identityId,
    verificationId,
    flowVersionId: flow.versionId,
    // Until the person's device reports its own.
    language: chooseLanguage(reservedMetadataOf(metadata).fixedLanguage ?? flow.document.language, []),
    metadata,
    startedAt,
    expiresAt: new Date(startedAt.getTime() + clientTokenHours * 3_600_000),
    stepRuns: flow.document.steps.map((step) => ({ id: newId('stepRun'), stepId: step.id, type: step.type })),
    clientTokenHash: hashSecretToken(clientToken),
    recordJson: identityRecordJson({
      identity: { id: identityId, status: 'pending', data: {}, tags: [], createdAt: startedAt, updatedAt: startedAt },
      spoken: [{ ...verification, createdAt: startedAt, finishedAt: null }],
      silent: [],
      latestRecord: null,
    }),
    note: { actorId, action: 'verification.started', at },
  };
  return { preparation, clientToken };
}
