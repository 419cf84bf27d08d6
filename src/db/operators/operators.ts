import { open, seal } from '../../domain/encryption/encryption.ts';
import { operatorEmailDigest, type Operator } from '../../domain/operators/operator.ts';
import { providerSubjectDigest } from '../../domain/operators/single-sign-on.ts';
import type { OperatorRepository } from '../../domain/repositories/operator-repositories.ts';
import { roles } from '../../domain/operators/role.ts';
import type { Connection } from '../connection/connection.ts';
import type { OperatorModel } from '../generated/models.ts';
import { installationPlace, type InstallationKey } from '../keys/installation.ts';
import { bytes, openedJson, sealedJson } from '../keys/sealed.ts';
import { oneOf } from '../connection/one-of.ts';

type Secret = 'password' | 'totp' | 'totpPending';

const secretPlace = (operatorId: string, secret: Secret) => installationPlace('operator', operatorId, secret);
const profilePlace = (operatorId: string) => installationPlace('operator', operatorId, 'profile');

interface Profile {
  email: string;
  name: string;
}

export function createOperatorRepository(connection: Connection, installationKey: InstallationKey): OperatorRepository {
  async function sealSecret(operatorId: string, secret: Secret, text: string) {
    return bytes(seal(await installationKey.get(), Buffer.from(text, 'utf8'), secretPlace(operatorId, secret)));
  }

  function profileOf(key: Buffer, row: OperatorModel): Profile {
    // Validated when it was written.
    return openedJson(key, row.profileSealed, profilePlace(row.id)) as Profile;
  }

  function toOperator(key: Buffer, row: OperatorModel): Operator {
    return {
      id: row.id,
      ...profileOf(key, row),
      role: oneOf(roles, row.role),
      clientIds: row.clientIds,
      totpEnabled: row.totpSealed !== null,
      hasPassword: row.passwordSealed !== null,
      linkedToProvider: row.providerDigest !== null,
      lastSeenAt: row.lastSeenAt,
      createdAt: row.createdAt,
    };
  }

  function secretsOf(key: Buffer, row: OperatorModel) {
    const opened = (secret: Secret, sealed: Uint8Array | null) =>
      sealed && open(key, sealed, secretPlace(row.id, secret)).toString('utf8');
    return {
      passwordHash: opened('password', row.passwordSealed),
      totpSecret: opened('totp', row.totpSealed),
      pendingTotpSecret: opened('totpPending', row.totpPendingSealed),
    };
  }

  const get = (operatorId: string) => connection.operator.findUniqueOrThrow({ where: { id: operatorId } });

  return {
    async exist() {
      return (await connection.operator.findFirst({ select: { id: true } })) !== null;
    },

    async create({ id, email, name, role, passwordHash }) {
      const key = await installationKey.get();
      const emailDigest = bytes(operatorEmailDigest(key, email));
      // The unique index alone is not enough: a failing statement would abort the transaction.
      const { count } = await connection.operator.createMany({
        data: {
          id,
          role,
          emailDigest,
          profileSealed: sealedJson(key, { email, name } satisfies Profile, profilePlace(id)),
          passwordSealed: passwordHash === null ? null : await sealSecret(id, 'password', passwordHash),
        },
        skipDuplicates: true,
      });
      return count === 0 ? null : toOperator(key, await get(id));
    },

    async find(operatorId) {
      const row = await connection.operator.findUnique({ where: { id: operatorId } });
      return row && toOperator(await installationKey.get(), row);
    },

    async findByEmail(email) {
      const key = await installationKey.get();
      const emailDigest = bytes(operatorEmailDigest(key, email));
      const row = await connection.operator.findUnique({ where: { emailDigest } });
      return row && { operator: toOperator(key, row), secrets: secretsOf(key, row) };
    },

    async findByProvider(person) {
      const key = await installationKey.get();
      const providerDigest = bytes(providerSubjectDigest(key, person));
      const row = await connection.operator.findUnique({ where: { providerDigest } });
      return row && toOperator(key, row);
    },

    async linkToProvider(operatorId, person) {
      const providerDigest = bytes(providerSubjectDigest(await installationKey.get(), person));
      const where = { id: operatorId, providerDigest: null };
      const { count } = await connection.operator.updateMany({ where, data: { providerDigest } });
      return count === 1;
    },

    async getSecrets(operatorId) {
      return secretsOf(await installationKey.get(), await get(operatorId));
    },

    async list({ limit, before }) {
      const rows = await connection.operator.findMany({
        where: before === null ? {} : { id: { lt: before } },
        orderBy: { id: 'desc' },
        take: limit,
      });
      const key = await installationKey.get();
      return rows.map((row) => toOperator(key, row));
    },

    async listByIds(operatorIds) {
      const rows = await connection.operator.findMany({ where: { id: { in: [...operatorIds] } } });
      const key = await installationKey.get();
      return rows.map((row) => toOperator(key, row));
    },

    async lockOwners() {
      const rows = await connection.$queryRaw<{ id: string }[]>`
        select id from operators where role = 'owner' order by id for update`;
      return rows.map(({ id }) => id);
    },

    async setRole(operatorId, role) {
      await connection.operator.update({ where: { id: operatorId }, data: { role } });
    },

    async bindTo(operatorId, clientIds) {
      await connection.operator.update({ where: { id: operatorId }, data: { clientIds: [...clientIds] } });
    },

    async rename(operatorId, name) {
      const key = await installationKey.get();
      const { email } = profileOf(key, await get(operatorId));
      const profileSealed = sealedJson(key, { email, name } satisfies Profile, profilePlace(operatorId));
      await connection.operator.update({ where: { id: operatorId }, data: { profileSealed } });
    },

    async setPassword(operatorId, passwordHash) {
      const passwordSealed = await sealSecret(operatorId, 'password', passwordHash);
      await connection.operator.update({ where: { id: operatorId }, data: { passwordSealed } });
    },

    async lock(operatorId) {
      const rows = await connection.$queryRaw<unknown[]>`select 1 from operators where id = ${operatorId} for update`;
      return rows.length === 1;
    },

    async delete(operatorId) {
      await connection.operator.deleteMany({ where: { id: operatorId } });
    },

    async setPendingTotp(operatorId, secret) {
      const totpPendingSealed = await sealSecret(operatorId, 'totpPending', secret);
      await connection.operator.update({ where: { id: operatorId }, data: { totpPendingSealed } });
    },

    async confirmTotp(operatorId) {
      const { pendingTotpSecret } = secretsOf(await installationKey.get(), await get(operatorId));
      if (pendingTotpSecret === null) throw new Error('no one-time passwords wait for their confirmation');
      const totpSealed = await sealSecret(operatorId, 'totp', pendingTotpSecret);
      await connection.operator.update({ where: { id: operatorId }, data: { totpSealed, totpPendingSealed: null } });
    },

    async removeTotp(operatorId) {
      await connection.operator.update({
        where: { id: operatorId },
        data: { totpSealed: null, totpPendingSealed: null },
      });
    },

    async useTotpCounter(operatorId, counter) {
      const { count } = await connection.operator.updateMany({
        where: { id: operatorId, OR: [{ totpCounter: null }, { totpCounter: { lt: counter } }] },
        data: { totpCounter: counter },
      });
      return count === 1;
    },
  };
}
