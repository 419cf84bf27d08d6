import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { handOverMinutes } from '../../domain/encryption/one-time-token.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { requireOpen } from '../steps/open-session.ts';

export interface CreatedHandOver {
  handOverToken: string;
  expiresAt: Date;
}

/** Makes the one-time token of a link that moves the session to another device. The one before it dies. */
export function createCreateHandOver({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function createHandOver(
    session: SessionOfVerification,
    effect: Effect<CreatedHandOver> = unrecorded,
  ): Promise<CreatedHandOver> {
    requireOpen(session);
    const handOverToken = newSecretToken('handOver');
    return db.transaction(async (tx) => {
      const { verificationId, sessionId } = session;
      await tx.verifications.lock(verificationId);
      const expiresAt = await tx.oneTimeTokens.create({
        tokenHash: hashSecretToken(handOverToken),
        purpose: 'handOver',
        verificationId,
        sessionId,
        ttlMinutes: handOverMinutes,
      });
      const created = { handOverToken, expiresAt };
      await effect.record(tx, created);
      return created;
    });
  };
}
