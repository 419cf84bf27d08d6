import { createHmac } from 'node:crypto';
import type { GivenFileRepository } from '../../domain/repositories/media-repositories.ts';
import type { Statements } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';

/** Hashed under the identity's data key, so that a hash reveals nothing about somebody else's file. */
export function createGivenFileRepository(statements: Statements, keys: DataKeys): GivenFileRepository {
  return {
    async add({ id, clientId, identityId }, digest) {
      const key = await keys.get(clientId, identityId);
      await statements.query({
        name: 'add-given-file',
        text: `insert into given_files (identity_id, digest, verification_id) values ($1, $2, $3) on conflict do nothing`,
        values: [identityId, createHmac('sha256', key).update('given-file/').update(digest).digest(), id],
      });
    },

    async isReplayed({ id, identityId }) {
      const { rows } = await statements.query<{ replayed: boolean }>({
        name: 'is-replayed',
        text: `select exists (
                 select 1 from given_files mine
                   join given_files other on other.identity_id = mine.identity_id and other.digest = mine.digest
                  where mine.verification_id = $2 and mine.identity_id = $1 and other.verification_id <> $2) as replayed`,
        values: [identityId, id],
      });
      return rows[0]?.replayed ?? false;
    },
  };
}
