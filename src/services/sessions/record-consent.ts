import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { duplicateFaceText } from '../verifications/consent-text.ts';
import type { Flows } from '../flows/load-flow.ts';
import { requireOpen } from '../steps/open-session.ts';

/** Records that the person agreed to the consent text: which version, in which language, when and from where. */
export function createRecordConsent({ db, flows }: { db: Database; flows: Flows }) {
  return async function recordConsent(
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
  };
}
