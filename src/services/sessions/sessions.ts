import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { AnalyticsEvent } from '../../domain/repositories/analytics-repository.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { requireOpen } from '../steps/open-session.ts';
import { duplicateFaceText } from '../verifications/consent-text.ts';
import { readSessionState } from '../verifications/session-state.ts';
import type { FindCountry } from './find-country.ts';

export type SessionUseCases = ReturnType<typeof createSessionUseCases>;

/** What a device reads and reports in its session. */
export function createSessionUseCases({
  db,
  flows,
  findCountry,
}: {
  db: Database;
  flows: Flows;
  findCountry: FindCountry;
}) {
  return {
    /** The exact place where the session stands. Also answers after its end, until the token dies. */
    async readSession(session: SessionOfVerification) {
      // The verification is the one that the token was checked with, and so never newer than its steps: the sequence number
      // that it names is one after which no message is missed.
      const flow = await flows.getVersion(session.verification.flowVersionId);
      const state = await readSessionState(db, session.verification, flow);
      return { ...state, serverTime: session.at };
    },

    /** Records that the person agreed to the consent text: which version, in which language, when and from where. */
    async recordConsent(
      session: SessionOfVerification,
      given: { version: string; duplicateFaceVersion: string | undefined; address: string },
    ): Promise<void> {
      requireOpen(session);
      await db.transaction(async (tx) => {
        const verification = await tx.verifications.lock(session.verificationId);
        const { document } = await flows.getVersion(verification.flowVersionId, tx);
        if (document.consent?.version !== given.version) throw new Problem('consent.version_outdated');
        if (
          given.duplicateFaceVersion !== undefined &&
          document.duplicateFaceConsent?.version !== given.duplicateFaceVersion
        ) {
          throw new Problem('consent.version_outdated');
        }
        for (const textVersion of [
          given.version,
          ...(given.duplicateFaceVersion === undefined ? [] : [duplicateFaceText(given.duplicateFaceVersion)]),
        ]) {
          await tx.consents.record({
            id: newId('consent'),
            verificationId: verification.id,
            textVersion,
            language: verification.language,
            address: given.address,
          });
        }
        await tx.verifications.extend(verification.id, document.sessionTtlMinutes);
      });
    },

    /**
     * Stores what the SDK says of its screens. Also after the end of the session, since the last screens are shown then; whose
     * events they are follows from the token alone. Answers how many were new.
     */
    async reportEvents(
      session: SessionOfVerification,
      events: readonly AnalyticsEvent[],
      networkAddress: string,
    ): Promise<number> {
      const { clientId, identityId, device, id: verificationId } = await db.verifications.get(session.verificationId);
      const platform = device?.platform ?? 'unknown';
      const country = findCountry(networkAddress);
      return db.analytics.add({ clientId, identityId, verificationId, platform, country }, events);
    },
  };
}
