import { idleSignInMinutes, signInHours } from '../../domain/operators/operator.ts';
import type { OperatorSessionRepository } from '../../domain/repositories/operator-repositories.ts';
import { roles } from '../../domain/operators/role.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import { bytes } from '../keys/sealed.ts';
import { oneOf } from '../connection/one-of.ts';

/** The most sessions of one operator in a list: more than anybody reads. */
const sessionsListed = 100;

export function createOperatorSessionRepository(
  connection: Connection,
  statements: Statements,
): OperatorSessionRepository {
  return {
    async create({ id, operatorId, tokenHash, device, byPasskey, providerSecondFactor }) {
      await connection.$executeRaw`
        insert into operator_sessions (id, operator_id, token_hash, device, by_passkey, provider_second_factor, ends_at)
        values (${id}, ${operatorId}, ${bytes(tokenHash)}, ${device}, ${byPasskey}, ${providerSecondFactor},
                now() + make_interval(hours => ${signInHours}::int))`;
      await connection.$executeRaw`update operators set last_seen_at = now() where id = ${operatorId}`;
    },

    async find(tokenHash) {
      const { rows } = await statements.query<{
        id: string;
        operator_id: string;
        role: string;
        client_ids: string[];
        second_factor: boolean;
        stale: boolean;
      }>({
        name: 'find-operator-session',
        text: `select s.id, s.operator_id, o.role, o.client_ids, 
                      coalesce(s.provider_second_factor, o.totp_sealed is not null or s.by_passkey) as second_factor,
                      s.last_used_at < now() - interval '1 minute' as stale
                 from operator_sessions s join operators o on o.id = s.operator_id
                where s.token_hash = $1 and s.ends_at > now()
                  and s.last_used_at > now() - make_interval(mins => $2)`,
        values: [tokenHash, idleSignInMinutes],
      });
      const row = rows[0];
      if (row === undefined) return null;
      if (row.stale) {
        await statements.query({
          name: 'note-operator-session',
          text: `with used as (update operator_sessions set last_used_at = now() where id = $1 returning operator_id)
                 update operators set last_seen_at = now() where id in (select operator_id from used)`,
          values: [row.id],
        });
      }
      return {
        actorId: row.operator_id,
        sessionId: row.id,
        role: oneOf(roles, row.role),
        clientIds: row.client_ids,
        hasSecondFactor: row.second_factor,
      };
    },

    async list(operatorId) {
      return connection.$queryRaw`
        select id, device, created_at as "createdAt", last_used_at as "lastUsedAt", ends_at as "endsAt"
          from operator_sessions
         where operator_id = ${operatorId} and ends_at > now()
           and last_used_at > now() - make_interval(mins => ${idleSignInMinutes}::int)
         order by last_used_at desc, id desc limit ${sessionsListed}`;
    },

    async end(operatorId, sessionId) {
      const { count } = await connection.operatorSession.deleteMany({ where: { id: sessionId, operatorId } });
      return count === 1;
    },

    async endAllBut(operatorId, sessionId) {
      await connection.operatorSession.deleteMany({ where: { operatorId, id: { not: sessionId } } });
    },

    async endAll(operatorId) {
      await connection.operatorSession.deleteMany({ where: { operatorId } });
    },

    async deleteEnded(limit) {
      return connection.$executeRaw`
        delete from operator_sessions where id in
          (select id from operator_sessions
            where ends_at < now() or last_used_at < now() - make_interval(mins => ${idleSignInMinutes}::int)
            limit ${limit} for update skip locked)`;
    },
  };
}
