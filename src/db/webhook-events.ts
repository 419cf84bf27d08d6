import type { WebhookEventRepository } from '../domain/repositories/webhook-repositories.ts';
import type { WebhookEvent } from '../domain/webhook.ts';
import type { Connection } from './connection.ts';
import { createEventKeys, eventBodyPlace, findEventKey, type EventOwner } from './event-keys.ts';
import { DataKeyDestroyed, type DataKeys } from './keys.ts';
import { openedJson, sealedJson } from './sealed.ts';

const keptDays = 30;

export function createWebhookEventRepository(connection: Connection, keys: DataKeys): WebhookEventRepository {
  type Row = EventOwner & { id: string; bodySealed: Uint8Array };

  function toEvent(row: Row, key: Buffer | null): WebhookEvent | null {
    if (key === null) return null;
    return { id: row.id, body: openedJson(key, row.bodySealed, eventBodyPlace(row.clientId, row.id)) };
  }

  return {
    async nextSequence(verificationId) {
      const { lastEventSequence } = await connection.verification.update({
        where: { id: verificationId },
        data: { lastEventSequence: { increment: 1 } },
        select: { lastEventSequence: true },
      });
      return lastEventSequence;
    },

    async create({ body, ...event }) {
      const key = await findEventKey(keys, event);
      if (key === null) throw new DataKeyDestroyed();
      const bodySealed = sealedJson(key, body, eventBodyPlace(event.clientId, event.id));
      await connection.webhookEvent.create({ data: { ...event, bodySealed } });
    },

    async list(clientId, { limit, before }, filter) {
      const { type, identityId, verificationId } = filter;
      const rows = await connection.webhookEvent.findMany({
        where: {
          clientId,
          createdAt: { gte: keptSince() },
          ...(before !== null && { id: { lt: before } }),
          ...(type !== undefined && { type }),
          ...(identityId !== undefined && { identityId }),
          ...(verificationId !== undefined && { verificationId }),
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
      });
      const keyOf = createEventKeys(keys);
      const page = rows.slice(0, limit);
      const events = await Promise.all(page.map(async (row) => toEvent(row, await keyOf(row))));
      const last = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return { events: events.filter((event) => event !== null), last };
    },

    async find(clientId, eventId) {
      const row = await connection.webhookEvent.findFirst({
        where: { id: eventId, clientId, createdAt: { gte: keptSince() } },
      });
      return row && toEvent(row, await findEventKey(keys, row));
    },

    async deleteOld(limit) {
      return connection.$executeRaw`
        delete from webhook_events where id in
          (select id from webhook_events where created_at < now() - make_interval(days => ${keptDays}::int) limit ${limit})`;
    },
  };
}

function keptSince(): Date {
  return new Date(Date.now() - keptDays * 24 * 60 * 60 * 1000);
}
