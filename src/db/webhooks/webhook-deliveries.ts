import { firstIdAt } from '../../domain/id.ts';
import { clientModes } from '../../domain/operators/client.ts';
import { open, seal } from '../../domain/encryption/encryption.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import type { DueDelivery, WebhookDeliveryRepository } from '../../domain/repositories/webhook-repositories.ts';
import { eventTypes } from '../../domain/webhooks/event-type.ts';
import {
  attemptErrors,
  deliveryStatuses,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../domain/webhooks/webhook.ts';
import type { Connection } from '../connection/connection.ts';
import { answerPlace, createEventKeys, eventBodyPlace, findEventKey, type EventOwner } from '../keys/event-keys.ts';
import type { WebhookAttemptModel, WebhookDeliveryModel } from '../generated/models.ts';
import type { DueRow, BatchedStatements } from '../connection/batched-statements.ts';
import type { DataKeys } from '../keys/keys.ts';
import { bytes } from '../keys/sealed.ts';
import { keptSince } from './kept-since.ts';
import { openSecrets } from './webhook-endpoints.ts';
import { oneOf } from '../connection/one-of.ts';

type StoredDelivery = WebhookDeliveryModel & { event: EventOwner; tries: WebhookAttemptModel[] };

const withAttempts = {
  event: { select: { clientId: true, identityId: true } },
  tries: { orderBy: { number: 'asc' } },
} as const;

/** A delivery that skips attempts has its next one after minutes. */
const skippedSinceMs = 86_400_000;
const broughtForwardAtOnce = 2_000;

/** Deliveries of events that are not shown any more have lower ids. */
const firstKept = () => firstIdAt('delivery', keptSince());

export function createWebhookDeliveryRepository(
  connection: Connection,
  keys: DataKeys,
  batched: BatchedStatements,
): WebhookDeliveryRepository {
  async function toDue(row: DueRow): Promise<DueDelivery> {
    const clientKey = await keys.clientKey(row.client_id);
    const key = await eventKeyOf(row, clientKey);
    const { client_id: clientId, secret_sealed: secretSealed, previous_sealed: previousSealed } = row;
    return {
      id: row.id,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      clientId,
      attempts: row.attempts,
      attemptsInSchedule: row.attempts - row.attempts_before,
      url: row.url,
      httpsOnly: oneOf(clientModes, row.mode) === 'live',
      disabled: row.disabled,
      isTest: oneOf(eventTypes, row.type) === 'webhook.test',
      failingSince: row.failing_since,
      foundAt: row.now,
      event: key && { key, body: open(key, row.body_sealed, eventBodyPlace(clientId, row.event_id)).toString('utf8') },
      secrets: openSecrets(clientKey, { clientId, id: row.endpoint_id, secretSealed, previousSealed }),
    };
  }

  async function eventKeyOf(row: DueRow, clientKey: Buffer): Promise<Buffer | null> {
    if (row.identity_id === null) return clientKey;
    return row.wrapped_data_key && keys.unwrap(row.client_id, row.identity_id, row.wrapped_data_key);
  }

  /** An empty response is not stored. */
  function sealAnswer({ id, clientId, event, attempts }: DueDelivery, answer: Buffer | null): Buffer | null {
    if (event === null || answer === null || answer.length === 0) return null;
    return seal(event.key, answer, answerPlace(clientId, id, attempts + 1));
  }

  function toAttempt(row: WebhookAttemptModel, owner: EventOwner, key: Buffer | null): WebhookAttempt {
    const place = answerPlace(owner.clientId, row.deliveryId, row.number);
    const kept = row.answerSealed === null || key === null ? null : open(key, row.answerSealed, place);
    return {
      at: row.at,
      durationMs: row.durationMs,
      status: row.status,
      error: row.error === null ? null : oneOf(attemptErrors, row.error),
      answer: row.answerSealed === null && row.status !== null ? Buffer.alloc(0) : kept,
    };
  }

  function toDelivery(row: StoredDelivery, key: Buffer | null): WebhookDelivery {
    return {
      id: row.id,
      eventId: row.eventId,
      endpointId: row.endpointId,
      status: oneOf(deliveryStatuses, row.status),
      nextAttemptAt: row.nextAttemptAt,
      // Attempts are read just after their delivery: one that was stored in between appears at the next read.
      attempts: row.tries
        .filter((attempt) => attempt.number <= row.attempts)
        .map((attempt) => toAttempt(attempt, row.event, key)),
      createdAt: row.createdAt,
    };
  }

  return {
    async findDue(deliveryId) {
      const row = await batched.findDueDelivery(deliveryId);
      return row && toDue(row);
    },

    recordDelivered: (run, due, { durationMs, status, answer }) =>
      batched.recordDelivered({
        run,
        deliveryId: due.id,
        attempts: due.attempts,
        durationMs,
        status,
        answerSealed: sealAnswer(due, answer),
      }),

    recordFailed: (run, due, { durationMs, status, error, answer }, nextAfterMs) =>
      batched.recordFailed({
        ...{ run, deliveryId: due.id, attempts: due.attempts, durationMs, status, error, nextAfterMs },
        answerSealed: sealAnswer(due, answer),
      }),

    postpone: (run, due, nextAfterMs, skips = 0) =>
      batched.postponeDelivery({ run, deliveryId: due.id, nextAfterMs, skips }),

    async bringSkippedForward(clientId, endpointId) {
      const since = firstIdAt('delivery', new Date(Date.now() - skippedSinceMs));
      // Rows that somebody holds are left to their schedule: nothing waits here while it holds other rows.
      const bringNext = () => connection.$executeRaw`
        with skipped as (
          select id from webhook_deliveries
           where endpoint_id = ${endpointId} and id >= ${since} and status = 'waiting' and attempts = 0 and attempts_before < 0
             and next_attempt_at > now()
           order by id limit ${broughtForwardAtOnce} for update skip locked),
        job as (
          select o.id, o.payload->>'deliveryId' as delivery_id from outbox o
           where o.queue = 'webhook' and o.client_id = ${clientId} and o.job = 'webhook.deliver'
             and o.payload->>'deliveryId' in (select id from skipped) and o.enqueued_at is null and o.available_at > now()
             for update skip locked),
        forward as (
          update outbox set available_at = now() where id in (select id from job))
        update webhook_deliveries set next_attempt_at = now(), updated_at = now()
         where id in (select delivery_id from job) and id >= ${since}`;
      while ((await bringNext()) === broughtForwardAtOnce);
    },

    async recordAttempt(from, { durationMs, status, error, answer }, to) {
      const number = from.attempts + 1;
      const sealed = sealAnswer(from, answer);
      const answerSealed = sealed && bytes(sealed);
      const nextAfterSeconds = to.nextAfterMs === null ? null : to.nextAfterMs / 1000;
      const kept = await connection.$executeRaw`
        with moved as (
          update webhook_deliveries
             set status = ${to.status}, attempts = ${number}, updated_at = now(),
                 next_attempt_at = now() + make_interval(secs => ${nextAfterSeconds}::float8)
           where id = ${from.id} and status = 'waiting' and attempts = ${from.attempts}
          returning id)
        insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error, answer_sealed)
        select id, ${number}::int, now() - make_interval(secs => ${durationMs / 1000}::float8), ${durationMs}::int,
               ${status}::int, ${error}, ${answerSealed}
          from moved`;
      if (kept !== 1) throw new MoveRefused('webhook delivery');
    },

    async drop(deliveryId) {
      await connection.webhookDelivery.updateMany({
        where: { id: deliveryId, status: 'waiting' },
        data: { status: 'failed', nextAttemptAt: null },
      });
    },

    async list(clientId, { limit, before }, { eventId, endpointId, status }) {
      const rows = await connection.webhookDelivery.findMany({
        where: {
          endpoint: { clientId },
          id: { gte: firstKept(), ...(before !== null && { lt: before }) },
          ...(eventId !== undefined && { eventId }),
          ...(endpointId !== undefined && { endpointId }),
          ...(status !== undefined && { status }),
        },
        orderBy: { id: 'desc' },
        take: limit,
        include: withAttempts,
      });
      const keyOf = createEventKeys(keys);
      return Promise.all(rows.map(async (row) => toDelivery(row, await keyOf(row.event))));
    },

    async find(clientId, deliveryId) {
      const row = await connection.webhookDelivery.findFirst({
        where: { id: deliveryId, AND: { id: { gte: firstKept() } }, endpoint: { clientId } },
        include: withAttempts,
      });
      return row && toDelivery(row, await findEventKey(keys, row.event));
    },

    async restartFailed(endpointId, since, limit) {
      const rows = await connection.$queryRaw<{ id: string }[]>`
        update webhook_deliveries
           set status = 'waiting', attempts_before = attempts, next_attempt_at = now(), updated_at = now()
         where id in (select id from webhook_deliveries
                       where endpoint_id = ${endpointId} and status = 'failed' and updated_at >= ${since} and id >= ${firstKept()}
                       order by id limit ${limit} for update skip locked)
        returning id`;
      return rows.map(({ id }) => id);
    },

    async restart(deliveryId) {
      const count = await connection.$executeRaw`
        update webhook_deliveries
           set status = 'waiting', attempts_before = attempts, next_attempt_at = now(), updated_at = now()
         where id = ${deliveryId} and status <> 'waiting'`;
      return count === 1;
    },

    async bringForward(deliveryId) {
      // The outbox's row first, as every run of the job locks them: a row that is queued has its attempt in progress.
      const count = await connection.$executeRaw`
        with due as (
          update outbox set available_at = now()
           where job = 'webhook.deliver' and payload->>'deliveryId' = ${deliveryId}
             and enqueued_at is null and available_at > now()
          returning id)
        update webhook_deliveries
           set next_attempt_at = now(), updated_at = now()
         where id = ${deliveryId} and status = 'waiting' and exists (select from due)`;
      return count === 1;
    },
  };
}
