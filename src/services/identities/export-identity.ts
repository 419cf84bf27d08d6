import { verificationSchema } from '../../contract/verification.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { EncryptionConfiguration } from '../../domain/encryption/encryption-configuration.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flows } from '../flows/load-flow.ts';
import type { MediaUseCases } from '../media/media.ts';
import { readVerificationRecord } from '../verifications/verification-record.ts';
import { encryptBesideRecords, type UnsealedKeys } from './encrypt-beside-records.ts';

/** More attempts than anyone makes, since starts are limited. */
const mostAttempts = 10_000;

export interface ExportedFile {
  mediaId: string;
  verificationId: string;
  contentType: string;
  /** Opened one at a time: an export may be larger than memory. */
  read: () => Promise<Buffer>;
}

export interface ExportedPerson {
  /** Everything except files, ready to be written as JSON. */
  document: Record<string, unknown>;
  files: ExportedFile[];
}

/**
 * Everything about one person, for a subject access request: the record, every complete attempt, consents, contacts, inputs, comments of
 * operators, the SDK's screen events, and the files. Data that is encrypted to the client's key is included as its JWE, also before it is
 * sealed and no matter who asks: an export leaves the service. If that key was removed, the data is omitted.
 */
export function createExportIdentity({
  db,
  flows,
  clock,
  readMediaOfClient,
}: {
  db: Database;
  flows: Flows;
  clock: Clock;
  readMediaOfClient: MediaUseCases['readMediaOfClient'];
}) {
  async function listUnsealedKeys(clientId: string, attempts: readonly Verification[]): Promise<UnsealedKeys> {
    const keys = new Map<string, EncryptionConfiguration | null>();
    for (const { id, encryptionConfigurationId, sealedAt, status } of attempts) {
      if (encryptionConfigurationId === null || sealedAt !== null || status === 'deleted') continue;
      keys.set(id, await db.encryptionConfigurations.find(clientId, encryptionConfigurationId));
    }
    return keys;
  }

  return async function exportIdentity(caller: ApiCaller, identityId: string): Promise<ExportedPerson> {
    const { clientId } = caller;
    const owner = { clientId, identityId };
    const identity = await db.identities.find(clientId, identityId);
    if (identity === null || identity.status === 'deleted') throw new Problem('identity.not_found');
    const attempts = await db.verifications.listOfIdentity(identityId, mostAttempts);
    const unsealedKeys = await listUnsealedKeys(clientId, attempts);
    const verifications = [];
    const files: ExportedFile[] = [];
    for (const attempt of attempts) {
      verifications.push(verificationSchema.parse(await readVerificationRecord(db, flows, attempt)));
      for (const { id: mediaId, state, contentType } of await db.media.listOfVerification(attempt.id)) {
        if ((state !== 'ready' && state !== 'sealed') || unsealedKeys.get(attempt.id) === null) continue;
        const read = async () => (await readMediaOfClient(clientId, mediaId)).bytes;
        const jose = attempt.encryptionConfigurationId !== null;
        const type = jose ? 'application/jose' : contentType;
        files.push({ mediaId, verificationId: attempt.id, contentType: type, read });
      }
    }
    const { id, status, data, createdAt, updatedAt } = identity;
    const about = { id, status, data, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    const beside = await encryptBesideRecords(await db.exports.readBesideRecords(owner), unsealedKeys);
    return { document: { exportedAt: clock.now().toISOString(), identity: about, verifications, ...beside }, files };
  };
}
