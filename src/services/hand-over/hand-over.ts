import { handOverMinutes, watchHours } from '../../domain/encryption/one-time-token.ts';
import type { HandOverProgress } from '../../contract/sessions/hand-over.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { sessionStatusOf } from '../../domain/verifications/session-status.ts';
import { describeBrowser } from '../sessions/describe-browser.ts';
import type { FindCountry } from '../../domain/ports/network-places.ts';
import { lockPending, requireOpen } from '../steps/step-in-session.ts';

export interface CreatedHandOver {
  handOverToken: string;
  expiresAt: Date;
  /** For the device that hands the session over. */
  watchToken: string;
}

/** The device that handed a session over. It may watch the other device's progress and nothing else. */
export interface Watcher {
  /** The session that it had. */
  watchedSessionId: string;
  verificationId: string;
  clientId: string;
  watchTokenHash: Buffer;
}

export type HandOverUseCases = ReturnType<typeof createHandOverUseCases>;

/** The link that moves a session to another device, and what the first device may see from then on. */
export function createHandOverUseCases({
  db,
  findCountry,
}: {
  db: Pick<Database, 'transaction' | 'oneTimeTokens' | 'verifications' | 'clients' | 'sessions'>;
  findCountry: FindCountry;
}) {
  return {
    findCountry,

    /** Creates the one-time token of a hand-over link and the watch token of this device. Earlier ones become invalid. */
    async createHandOver(
      session: SessionOfVerification,
      effect: Effect<CreatedHandOver> = unrecorded,
    ): Promise<CreatedHandOver> {
      requireOpen(session);
      const handOverToken = newSecretToken('handOver');
      return db.transaction(async (tx) => {
        const { verificationId, sessionId } = session;
        await lockPending(tx, session);
        const expiresAt = await tx.oneTimeTokens.create({
          tokenHash: hashSecretToken(handOverToken),
          purpose: 'handOver',
          verificationId,
          sessionId,
          ttlMinutes: handOverMinutes,
        });
        const watchToken = newSecretToken('watch');
        await tx.oneTimeTokens.create({
          tokenHash: hashSecretToken(watchToken),
          purpose: 'watch',
          verificationId,
          sessionId,
          ttlMinutes: watchHours * 60,
        });
        const created = { handOverToken, expiresAt, watchToken };
        await effect.record(tx, created);
        return created;
      });
    },

    /** Null for a token that is unknown, used or expired. */
    async findWatcher(watchToken: string): Promise<Watcher | null> {
      const watchTokenHash = hashSecretToken(watchToken);
      const token = await db.oneTimeTokens.find(watchTokenHash, 'watch');
      if (token?.sessionId == null) return null;
      const { verificationId, sessionId: watchedSessionId } = token;
      const { clientId } = await db.verifications.get(verificationId);
      return { watchedSessionId, verificationId, clientId, watchTokenHash };
    },

    /** The other device's progress: types and states of the steps, and nothing that the person submitted. */
    async readProgress({ verificationId }: Pick<Watcher, 'verificationId'>): Promise<HandOverProgress> {
      const { stepRuns } = await db.sessions.getSteps(verificationId);
      const { status } = await db.verifications.get(verificationId);
      return {
        status: sessionStatusOf[status],
        steps: stepRuns.map((run) => ({ type: run.type, status: run.status })),
      };
    },

    /** The session's origin: the host's name, and the browser and country of the device that created the link. */
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
