import type { AnalyticsEvent } from '../../domain/repositories/analytics-repository.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { FindCountry } from './find-country.ts';

/**
 * Stores what the SDK says of its screens. Also after the end of the session, since the last screens are shown then; whose
 * events they are follows from the token alone. Answers how many were new.
 */
export function createReportEvents({
  db,
  findCountry,
}: {
  db: Pick<Database, 'verifications' | 'analytics'>;
  findCountry: FindCountry;
}) {
  return async function reportEvents(
    session: SessionOfVerification,
    events: readonly AnalyticsEvent[],
    networkAddress: string,
  ): Promise<number> {
    const { clientId, identityId, device, id: verificationId } = await db.verifications.get(session.verificationId);
    const platform = device?.platform ?? 'unknown';
    const country = findCountry(networkAddress);
    return db.analytics.add({ clientId, identityId, verificationId, platform, country }, events);
  };
}
