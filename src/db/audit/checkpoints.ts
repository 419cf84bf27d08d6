import type { AuditCheckpoint, AuditCheckpointRepository } from '../../domain/repositories/audit-repository.ts';
import type { Statements } from '../connection/connection.ts';
import { lineNumber } from './line-number.ts';

/** As the driver reads them: numbers of eight bytes would come as text. */
const columns = `client_id as "clientId", sequence::float8 as sequence, previous::float8 as previous, hash, at, mac`;

export function createAuditCheckpointRepository(statements: Statements): AuditCheckpointRepository {
  return {
    async listDue({ lines, ageMs }) {
      const { rows } = await statements.query<{ clientId: string }>({
        name: 'list-due-audit-checkpoints',
        text: `select h.client_id as "clientId"
                 from audit_heads h left join lateral (
                   select sequence as number, at from audit_checkpoints where client_id = h.client_id order by sequence desc limit 1) c on true
                where c.number is null or ${lineNumber} >= c.number + $1::bigint
                   or (${lineNumber} > c.number and c.at <= now() - make_interval(secs => $2::float8 / 1000))
                order by 1`,
        values: [lines, ageMs],
      });
      return rows.map(({ clientId }) => clientId);
    },

    async keep({ clientId, sequence, previous, hash, at, mac }) {
      const { rowCount } = await statements.query({
        name: 'keep-audit-checkpoint',
        text: `insert into audit_checkpoints (client_id, sequence, previous, hash, at, mac)
               values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        values: [clientId, sequence, previous, hash, at, mac],
      });
      return rowCount === 1;
    },

    async findUntil(clientId, until) {
      const { rows } = await statements.query<AuditCheckpoint>({
        name: 'find-audit-checkpoint-until',
        text: `select ${columns} from audit_checkpoints where client_id = $1 and at <= $2 order by sequence desc limit 1`,
        values: [clientId, until],
      });
      return rows[0] ?? null;
    },

    async listAround(clientId, { from, to }) {
      const { rows } = await statements.query<AuditCheckpoint>({
        name: 'list-audit-checkpoints',
        text: `select ${columns} from audit_checkpoints
                where client_id = $1 and sequence <= $3::bigint and sequence >= coalesce(
                  (select max(sequence) from audit_checkpoints where client_id = $1 and sequence <= $2::bigint), 0)
                order by audit_checkpoints.sequence`,
        values: [clientId, from, to],
      });
      return rows;
    },
  };
}
