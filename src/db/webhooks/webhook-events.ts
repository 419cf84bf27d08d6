import type { WebhookEventRepository } from '../../domain/repositories/webhook-repositories.ts';
import type { StoredEvent } from '../../domain/webhooks/webhook.ts';
import { firstIdAt, newId } from '../../domain/id.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import { sealJson } from '../../domain/encryption/encryption.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import { dayMs, keptSince } from './kept-since.ts';
import { newJob } from '../jobs/outbox.ts';
import { createEventKeys, eventBodyPlace, findEventKey, type EventOwner } from '../keys/event-keys.ts';
import { DataKeyDestroyed, type DataKeys } from '../keys/keys.ts';
import { openedJson } from '../keys/sealed.ts';

/** A week is dropped 31 days after its end: its first rows are 38 days old then. */
const deletedAfterDays = 39;

export function createWebhookEventRepository(
  connection: Connection,
  statements: Statements,
  keys: DataKeys,
): WebhookEventRepository {
  type Row = EventOwner & { id: string; bodySealed: Uint8Array };

  function toEvent(row: Row, key: Buffer | null): StoredEvent | null {
    if (key === null) return null;
    return { id: row.id, body: openedJson(key, row.bodySealed, eventBodyPlace(row.clientId, row.id)) };
  }

  return {
    async nextSequence(verificationId, count) {
      const { rows } = await statements.query<{ last: number }>({
        name: 'next-event-sequence',
        text: `update verifications set last_event_sequence = last_event_sequence + $2 where id = $1
               returning last_event_sequence as last`,
        values: [verificationId, count],
      });
      if (rows[0] === undefined) throw new Error('the verification of the events does not exist');
      return rows[0].last - count + 1;
    },

    async hasAny(verificationId) {
      const { rows } = await statements.query<{ last: number }>({
        name: 'find-event-sequence',
        text: `select last_event_sequence as last from verifications where id = $1 for update`,
        values: [verificationId],
      });
      return (rows[0]?.last ?? 0) > 0;
    },

    async createAll(events) {
      const sealed = await Promise.all(
        events.map(async (event) => {
          const key = await findEventKey(keys, event);
          if (key === null) throw new DataKeyDestroyed();
          return { ...event, bodySealed: sealJson(key, event.body, eventBodyPlace(event.clientId, event.id)) };
        }),
      );
      const deliveries = events.flatMap((event) =>
        event.endpointIds.map((endpointId) => {
          const id = newId('delivery');
          const job = newJob('webhook.deliver', { deliveryId: id }, event.clientId);
          return { id, eventId: event.id, endpointId, job };
        }),
      );
      await insertEvents(statements, sealed, deliveries);
      return deliveries.map(({ id, job }) => ({ id, job }));
    },

    async list(clientId, { limit, before }, filter) {
      const { type, identityId, verificationId } = filter;
      const rows = await connection.webhookEvent.findMany({
        where: {
          clientId,
          createdAt: { gte: keptSince() },
          // Weeks before it are not read.
          id: {
            gte: firstIdAt('event', new Date(keptSince().getTime() - dayMs)),
            ...(before !== null && { lt: before }),
          },
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
          (select id from webhook_events where created_at < now() - make_interval(days => ${deletedAfterDays}::int)
            limit ${limit} for update skip locked)`;
    },
  };
}

interface EventToInsert extends EventOwner {
  id: string;
  verificationId: string | null;
  type: string;
  sequence: number | null;
  bodySealed: Buffer;
}

/** Events, their deliveries and the jobs for those, in one statement. */
async function insertEvents(
  statements: Statements,
  events: readonly EventToInsert[],
  deliveries: readonly { id: string; eventId: string; endpointId: string; job: QueuedJob }[],
): Promise<void> {
  await statements.query({
    name: 'insert-events',
    text: `
      with event as (
        insert into webhook_events (id, client_id, identity_id, verification_id, type, sequence, body_sealed)
        select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bytea[])),
      due as (select * from unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[],
                                   $15::text[])
                as d (id, event_id, endpoint_id, outbox_id, queue, job, payload, client_id)),
      delivery as (
        insert into webhook_deliveries (id, event_id, endpoint_id) select id, event_id, endpoint_id from due)
      insert into outbox (id, queue, job, payload, client_id)
      select outbox_id, queue, job, payload, client_id from due`,
    values: [
      events.map((event) => event.id),
      events.map((event) => event.clientId),
      events.map((event) => event.identityId),
      events.map((event) => event.verificationId),
      events.map((event) => event.type),
      events.map((event) => event.sequence),
      events.map((event) => event.bodySealed),
      deliveries.map((delivery) => delivery.id),
      deliveries.map((delivery) => delivery.eventId),
      deliveries.map((delivery) => delivery.endpointId),
      deliveries.map((delivery) => delivery.job.outboxId),
      deliveries.map((delivery) => delivery.job.queue),
      deliveries.map((delivery) => delivery.job.job),
      deliveries.map((delivery) => JSON.stringify(delivery.job.payload)),
      deliveries.map((delivery) => delivery.job.clientId ?? ''),
    ],
  });
}
