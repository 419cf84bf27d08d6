import { handOverMinutes } from '../../domain/encryption/one-time-token.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { describeBrowser } from '../sessions/describe-browser.ts';
import type { FindCountry } from '../sessions/find-country.ts';
import { requireOpen } from '../steps/open-session.ts';

export interface CreatedHandOver {
  handOverToken: string;
  expiresAt: Date;
}

export type HandOverUseCases = ReturnType<typeof createHandOverUseCases>;

/** The link that moves a session to another device. */
export function createHandOverUseCases({
  db,
  findCountry,
}: {
  db: Pick<Database, 'transaction' | 'oneTimeTokens' | 'verifications' | 'clients'>;
  findCountry: FindCountry;
}) {
  return {
    /** Makes the one-time token of a link that moves the session to another device. The one before it dies. */
    async createHandOver(
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
    },

    /** Where a session comes from: the host's name, and the browser and country of the device that made the link. */
    async previewHandOver(handOverToken: string) {
      const token = await db.oneTimeTokens.find(hashSecretToken(handOverToken), 'handOver');
      if (token === null) throw new Problem('hand_over.not_found');
      const { clientId, status, device } = await db.verifications.get(token.verificationId);
      if (status !== 'pending') throw new Problem('session.ended');
      const client = await db.clients.find(clientId);
      if (client === null || device === null) throw new Problem('hand_over.not_found');
      return {
        clientName: client.name,
        browser: describeBrowser(device.userAgent),
        platform: device.platform,
        country: findCountry(device.networkAddress),
        expiresAt: token.expiresAt,
      };
    },
  };
}
