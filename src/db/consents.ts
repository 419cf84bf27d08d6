import type { ConsentRepository } from '../domain/repositories/session-repositories.ts';
import type { Connection } from './connection.ts';
import type { DataKeys } from './keys.ts';
import { sealedJson } from './sealed.ts';

export function createConsentRepository(connection: Connection, keys: DataKeys): ConsentRepository {
  return {
    async record({ address, ...consent }) {
      const { clientId, identityId } = await connection.verification.findUniqueOrThrow({
        where: { id: consent.verificationId },
        select: { clientId: true, identityId: true },
      });
      const key = await keys.get(clientId, identityId);
      const addressSealed = sealedJson(key, address, { clientId, object: 'consent', id: consent.id, field: 'address' });
      await connection.consent.createMany({ data: [{ ...consent, addressSealed }], skipDuplicates: true });
    },

    async exists(verificationId, textVersion) {
      const row = await connection.consent.findUnique({
        where: { verificationId_textVersion: { verificationId, textVersion } },
        select: { id: true },
      });
      return row !== null;
    },
  };
}
