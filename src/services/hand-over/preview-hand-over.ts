import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { hashSecretToken } from '../../domain/encryption/secret-token.ts';
import { describeBrowser } from '../sessions/describe-browser.ts';
import type { FindCountry } from '../sessions/find-country.ts';

/** Where a session comes from: the host's name, and the browser and country of the device that made the link. */
export function createPreviewHandOver({
  db,
  findCountry,
}: {
  db: Pick<Database, 'oneTimeTokens' | 'verifications' | 'clients'>;
  findCountry: FindCountry;
}) {
  return async function previewHandOver(handOverToken: string) {
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
  };
}
