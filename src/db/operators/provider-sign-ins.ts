import { providerSignInMinutes } from '../../domain/operators/single-sign-on.ts';
import type { ProviderSignInRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import { bytes } from '../keys/sealed.ts';

export function createProviderSignInRepository(connection: Connection): ProviderSignInRepository {
  return {
    async create(tokenHash, returnTo) {
      await connection.$executeRaw`
        insert into provider_sign_ins (token_hash, return_to, ends_at)
        values (${bytes(tokenHash)}, ${returnTo}, now() + make_interval(mins => ${providerSignInMinutes}::int))`;
    },

    async redeem(tokenHash) {
      const rows = await connection.$queryRaw<{ return_to: string }[]>`
        delete from provider_sign_ins where token_hash = ${bytes(tokenHash)} and ends_at > now() returning return_to`;
      return rows[0]?.return_to ?? null;
    },

    async deleteEnded(limit) {
      return connection.$executeRaw`
        delete from provider_sign_ins where token_hash in
          (select token_hash from provider_sign_ins where ends_at < now() limit ${limit} for update skip locked)`;
    },
  };
}
