import type { ConsentRepository } from '../../domain/repositories/session-repositories.ts';
import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';
import { sealedJson } from '../keys/sealed.ts';

export function createConsentRepository(connection: Connection, keys: DataKeys): ConsentRepository {
  return {
    async record({ address, ...consent }) {
      const { clientId, identityId } = await connection.verification.findUniqueOrThrow({
        where: { id: consent.verificationId },
        select: { clientId: true, identityId: true },
      });
      const key = await keys.get(clientId, identityId);
      const addressSealed = sealedJson(key, address, consentAddressPlace(clientId, consent.id));
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

export const consentAddressPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'consent',
  id,
  field: 'address',
});
