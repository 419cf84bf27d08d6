import type { MessageRepository } from '../domain/repositories/session-repositories.ts';
import type { Connection } from './connection.ts';
import type { Prisma } from './generated/client.ts';

export function createMessageRepository(connection: Connection): MessageRepository {
  return {
    async append(verificationId, body) {
      // The counter's row is locked until the commit, so that numbers become visible in their order.
      const { lastSequence } = await connection.verification.update({
        where: { id: verificationId },
        data: { lastSequence: { increment: 1 } },
        select: { lastSequence: true },
      });
      await connection.sessionMessage.create({
        data: { verificationId, sequence: lastSequence, body: body as Prisma.InputJsonObject },
      });
      return lastSequence;
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
