import type { ApiTokenRepository } from '../domain/repositories/repositories.ts';
import type { Connection } from './connection.ts';
import { bytes } from './sealed.ts';
import type { PreparedReads } from './prepared-reads.ts';

export function createApiTokenRepository(connection: Connection, reads: PreparedReads): ApiTokenRepository {
  return {
    findCaller: (tokenHash) => reads.findCaller(tokenHash),

    async create(token) {
      await connection.apiToken.create({ data: { ...token, tokenHash: bytes(token.tokenHash) } });
    },
  };
}
