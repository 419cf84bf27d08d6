import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { WorkerReports } from '../../domain/ports/worker-reports.ts';
import type { AnalyticsEvent } from '../../domain/repositories/analytics-repository.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { lockPending, requireOpen } from '../steps/step-in-session.ts';
import { duplicateFaceText } from '../verifications/consent-text.ts';
import { readSessionState } from '../verifications/session-state.ts';
import { createEstimateWait } from './estimate-wait.ts';
import type { FindCountry } from '../../domain/ports/network-places.ts';

export type SessionUseCases = ReturnType<typeof createSessionUseCases>;

/** What a device reads and reports in its session. */
export function createSessionUseCases({
  db,
  flows,
  findCountry,
  workers,
}: {
  db: Database;
  flows: Flows;
  findCountry: FindCountry;
  workers: Pick<WorkerReports, 'list'>;
}) {
  const estimateWait = createEstimateWait({ db, workers });
  return {
    findCountry,

    /** The session's exact state. Also available after the session's end, until the token expires. */
    async readSession(session: SessionOfVerification) {
      // The verification was read when the token was checked, so it is never newer than its steps. No message is missed after
      // the sequence number that it names.
      const flow = await flows.getVersion(session.verification.flowVersionId);
      const state = await readSessionState(db, session.verification, { flow, estimateWait });
      return { ...state, serverTime: session.at };
    },

    /** Records that the person agreed to the consent text: version, language, time and network address. */
    async recordConsent(
      session: SessionOfVerification,
      given: { version: string; duplicateFaceVersion: string | undefined; address: string },
    ): Promise<void> {
      requireOpen(session);
      await db.transaction(async (tx) => {
        const verification = await lockPending(tx, session);
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
     * Stores the SDK's screen events. Accepted after the end of the session, too, because the last screens are shown then; the token alone
     * determines the session. Returns the number of new events.
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
