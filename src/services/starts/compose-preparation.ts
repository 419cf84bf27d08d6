import { clientTokenHours } from '../../domain/encryption/one-time-token.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { NewPreparation } from '../../domain/repositories/start-repository.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import type { Metadata } from '../../domain/verifications/verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { chooseLanguage } from './choose-language.ts';
import { composeFirstAttempt } from './compose-first-attempt.ts';

/** Everything that a backend prepares for a new person. Nothing has to be read back, so one statement can store it all. */
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
  const { rows } = composeFirstAttempt({ flow, startedBy: 'backend', startedAt });
  const preparation: NewPreparation = {
    ...rows,
    // Until the person's device reports its own.
    language: chooseLanguage(reservedMetadataOf(metadata).fixedLanguage ?? flow.document.language, []),
    metadata,
    expiresAt: new Date(startedAt.getTime() + clientTokenHours * 3_600_000),
    clientTokenHash: hashSecretToken(clientToken),
    note: { actorId, action: 'verification.started', at },
  };
  return { preparation, clientToken };
}
