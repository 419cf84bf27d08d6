import { createHash } from 'node:crypto';
import { passkeyChallengeMinutes, type Passkey } from '../../domain/operators/operator.ts';
import type { PasskeyRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { PasskeyModel } from '../generated/models.ts';
import { installationPlace, type InstallationKey } from '../keys/installation.ts';
import { bytes, openedJson, sealedJson } from '../keys/sealed.ts';

const namePlace = (passkeyId: string) => installationPlace('passkey', passkeyId, 'name');
const hashOf = (challenge: string) => bytes(createHash('sha256').update(challenge).digest());

export function createPasskeyRepository(connection: Connection, keys: InstallationKey): PasskeyRepository {
  function toPasskey(key: Buffer, row: PasskeyModel): Passkey {
    return {
      id: row.id,
      operatorId: row.operatorId,
      name: String(openedJson(key, row.nameSealed, namePlace(row.id))),
      credentialId: Buffer.from(row.credentialId).toString('base64url'),
      publicKey: Buffer.from(row.publicKey),
      counter: Number(row.counter),
      transports: row.transports,
      lastUsedAt: row.lastUsedAt,
      createdAt: row.createdAt,
    };
  }

  return {
    async create({ name, credentialId, publicKey, counter, ...passkey }) {
      const key = await keys.get();
      const row = await connection.passkey.create({
        data: {
          ...passkey,
          nameSealed: sealedJson(key, name, namePlace(passkey.id)),
          credentialId: bytes(Buffer.from(credentialId, 'base64url')),
          publicKey: bytes(publicKey),
          counter: BigInt(counter),
        },
      });
      return toPasskey(key, row);
    },

    async list(operatorId) {
      const rows = await connection.passkey.findMany({ where: { operatorId }, orderBy: { id: 'desc' }, take: 100 });
      const key = await keys.get();
      return rows.map((row) => toPasskey(key, row));
    },

    async findByCredential(credentialId) {
      const where = { credentialId: bytes(Buffer.from(credentialId, 'base64url')) };
      const row = await connection.passkey.findUnique({ where });
      return row && toPasskey(await keys.get(), row);
    },

    async rename(operatorId, id, name) {
      const nameSealed = sealedJson(await keys.get(), name, namePlace(id));
      const { count } = await connection.passkey.updateMany({ where: { id, operatorId }, data: { nameSealed } });
      return count === 1;
    },

    async delete(operatorId, id) {
      const { count } = await connection.passkey.deleteMany({ where: { id, operatorId } });
      return count === 1;
    },

    async noteUse(passkeyId, counter) {
      const noted = await connection.$executeRaw`
        update passkeys set counter = ${counter}::bigint, last_used_at = now()
         where id = ${passkeyId} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`;
      return noted === 1;
    },

    async keepChallenge(challenge, operatorId) {
      await connection.$executeRaw`
        insert into passkey_challenges (challenge_hash, operator_id, ends_at)
        values (${hashOf(challenge)}, ${operatorId}, now() + make_interval(mins => ${passkeyChallengeMinutes}::int))`;
    },

    async redeemChallenge(challenge, operatorId) {
      const redeemed = await connection.$executeRaw`
        delete from passkey_challenges
         where challenge_hash = ${hashOf(challenge)} and operator_id is not distinct from ${operatorId} and ends_at > now()`;
      return redeemed === 1;
    },

    async deleteEndedChallenges(limit) {
      return connection.$executeRaw`
        delete from passkey_challenges where challenge_hash in
          (select challenge_hash from passkey_challenges where ends_at < now() limit ${limit} for update skip locked)`;
    },
  };
}
