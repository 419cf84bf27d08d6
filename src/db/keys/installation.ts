import { hkdfSync } from 'node:crypto';
import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { InstallationRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { ClientKeys } from './keys.ts';
import { bytes } from './sealed.ts';

/** Takes the place of a client's id in the key's context and in the additional authenticated data. */
export const installationId = 'installation';

export function installationPlace(object: string, id: string, field: string): SealedPlace {
  return { clientId: installationId, object, id, field };
}

/** The key for data that belongs to no client. */
export class InstallationKey {
  readonly #pool: Statements;
  readonly #clientKeys: ClientKeys;

  /** `pool`: never a transaction, because a key that is rolled back must not have encrypted anything. */
  constructor(pool: Statements, clientKeys: ClientKeys) {
    this.#pool = pool;
    this.#clientKeys = clientKeys;
  }

  get(): Promise<Buffer> {
    return this.#clientKeys.get(installationId, async () => (await this.#find()) ?? this.#make());
  }

  /** The row is created on first use. If two processes create it at the same time, the first one's row stays. */
  async #make(): Promise<Uint8Array> {
    await this.#pool.query({
      text: `insert into installation (id, wrapped_key) values (1, $1) on conflict (id) do nothing`,
      values: [Buffer.from(await this.#clientKeys.create(installationId))],
    });
    const made = await this.#find();
    if (made === null) throw new Error('the installation has no key');
    return made;
  }

  async #find(): Promise<Uint8Array | null> {
    const { rows } = await this.#pool.query<{ wrapped_key: Buffer }>({
      text: `select wrapped_key from installation where id = 1`,
    });
    return rows[0]?.wrapped_key ?? null;
  }
}

export function createInstallationRepository(connection: Connection, key: InstallationKey): InstallationRepository {
  return {
    async deriveKey(purpose) {
      return Buffer.from(hkdfSync('sha256', await key.get(), '', `verify ${purpose}`, 32));
    },

    async readSetUpToken() {
      const row = await connection.installation.findUnique({ where: { id: 1 } });
      return row?.setUpTokenHash == null ? null : Buffer.from(row.setUpTokenHash);
    },

    async setSetUpToken(tokenHash) {
      // Creates the row if there is none.
      await key.get();
      await connection.installation.update({ where: { id: 1 }, data: { setUpTokenHash: bytes(tokenHash) } });
    },

    async redeemSetUpToken(tokenHash) {
      const { count } = await connection.installation.updateMany({
        where: { id: 1, setUpTokenHash: bytes(tokenHash) },
        data: { setUpTokenHash: null },
      });
      return count === 1;
    },

    async dropSetUpToken() {
      await connection.installation.updateMany({ where: { id: 1 }, data: { setUpTokenHash: null } });
    },

    async noteBackUp() {
      // Creates the row if there is none.
      await key.get();
      await connection.$executeRaw`update installation set backed_up_at = now() where id = 1`;
    },
  };
}
