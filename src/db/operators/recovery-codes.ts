import { recoveryCodeDigest } from '../../domain/operators/recovery-codes.ts';
import type { RecoveryCodeRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { InstallationKey } from '../keys/installation.ts';
import { bytes } from '../keys/sealed.ts';

export function createRecoveryCodeRepository(connection: Connection, keys: InstallationKey): RecoveryCodeRepository {
  return {
    async replace(operatorId, codes) {
      const key = await keys.get();
      await connection.recoveryCode.deleteMany({ where: { operatorId } });
      const data = codes.map((code) => ({ operatorId, codeHash: bytes(recoveryCodeDigest(key, operatorId, code)) }));
      await connection.recoveryCode.createMany({ data });
    },

    async use(operatorId, code) {
      const codeHash = bytes(recoveryCodeDigest(await keys.get(), operatorId, code));
      const { count } = await connection.recoveryCode.deleteMany({ where: { operatorId, codeHash } });
      return count === 1;
    },

    async count(operatorId) {
      return connection.recoveryCode.count({ where: { operatorId } });
    },
  };
}
