import type { MessageRepository } from '../../domain/repositories/session-repositories.ts';
import type { Connection, Statements } from '../connection/connection.ts';

export function createMessageRepository(connection: Connection, statements: Statements): MessageRepository {
  return {
    async append(verificationId, body) {
      // The counter's row stays locked until the commit, so that numbers become visible in order.
      const { rows } = await statements.query<{ sequence: number }>({
        name: 'append-message',
        text: `
          with counted as (
            update verifications set last_sequence = last_sequence + 1 where id = $1 returning id, last_sequence)
          insert into session_messages (verification_id, sequence, body)
          select id, last_sequence, $2::jsonb from counted returning sequence`,
        values: [verificationId, JSON.stringify(body)],
      });
      if (rows[0] === undefined) throw new Error('the verification of the message does not exist');
      return rows[0].sequence;
    },

    async listAfter(verificationId, sequence, limit) {
      return connection.sessionMessage.findMany({
        where: { verificationId, sequence: { gt: sequence } },
        orderBy: { sequence: 'asc' },
        take: limit,
        select: { sequence: true, body: true },
      });
    },

    async listReached(verificationIds) {
      const rows = await connection.verification.findMany({
        where: { id: { in: [...verificationIds] } },
        select: { id: true, lastSequence: true },
      });
      return new Map(rows.map((row) => [row.id, row.lastSequence]));
    },
  };
}
