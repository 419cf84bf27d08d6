import { open, seal, type SealedPlace } from '../../domain/encryption/encryption.ts';
import { eventTypes, onlyWhenNamed } from '../../domain/webhooks/event-type.ts';
import { disabledReasons, type WebhookEndpoint } from '../../domain/webhooks/webhook.ts';
import type { WebhookEndpointRepository } from '../../domain/repositories/webhook-repositories.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { WebhookEndpointModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { bytes } from '../keys/sealed.ts';
import { oneOf } from '../connection/one-of.ts';

export function createWebhookEndpointRepository(
  connection: Connection,
  statements: Statements,
  keys: DataKeys,
): WebhookEndpointRepository {
  return {
    async create({ secret, ...endpoint }) {
      const key = await keys.clientKey(endpoint.clientId);
      const secretSealed = bytes(seal(key, Buffer.from(secret, 'utf8'), secretPlace(endpoint.clientId, endpoint.id)));
      return toEndpoint(await connection.webhookEndpoint.create({ data: { ...endpoint, secretSealed } }));
    },

    async find(clientId, endpointId) {
      const row = await connection.webhookEndpoint.findUnique({ where: { id: endpointId, clientId } });
      return row && toEndpoint(row);
    },

    async list(clientId, { limit, before }) {
      const rows = await connection.webhookEndpoint.findMany({
        where: { clientId, ...(before !== null && { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return rows.map(toEndpoint);
    },

    async listSubscribed(clientId, types) {
      const { rows } = await statements.query<{ id: string; event_types: string[] }>({
        name: 'list-subscribed-endpoints',
        text: `select id, event_types from webhook_endpoints where client_id = $1 and disabled_at is null`,
        values: [clientId],
      });
      return rows.flatMap((row) =>
        types
          .filter(
            (type) => row.event_types.includes(type) || (row.event_types.length === 0 && !onlyWhenNamed.includes(type)),
          )
          .map((type) => ({ endpointId: row.id, type })),
      );
    },

    async delete(clientId, endpointId) {
      const { count } = await connection.webhookEndpoint.deleteMany({ where: { id: endpointId, clientId } });
      return count === 1;
    },

    async rotateSecret(clientId, endpointId, secret, hours) {
      const [row] = await connection.$queryRaw<{ secret_sealed: Uint8Array }[]>`
        select secret_sealed from webhook_endpoints where id = ${endpointId} and client_id = ${clientId} for update`;
      if (row === undefined) return null;
      const key = await keys.clientKey(clientId);
      const previous = open(key, row.secret_sealed, secretPlace(clientId, endpointId));
      const [rotated] = await connection.$queryRaw<{ rotates_until: Date }[]>`
        update webhook_endpoints
           set secret_sealed = ${bytes(seal(key, Buffer.from(secret, 'utf8'), secretPlace(clientId, endpointId)))},
               previous_secret_sealed = ${bytes(seal(key, previous, previousSecretPlace(clientId, endpointId)))},
               rotates_until = now() + make_interval(hours => ${hours}::int)
         where id = ${endpointId} returning rotates_until`;
      return rotated ? { until: rotated.rotates_until } : null;
    },

    async update(clientId, endpointId, { url, description, eventTypes, enabled }) {
      const { count } = await connection.webhookEndpoint.updateMany({
        where: { id: endpointId, clientId },
        data: {
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(eventTypes !== undefined && { eventTypes }),
          ...(enabled === true && { disabledAt: null, disabledReason: null, failingSince: null }),
        },
      });
      if (count === 0) return null;
      if (enabled === false) await this.disable(endpointId, 'operator');
      return this.find(clientId, endpointId);
    },

    async noteFailure(endpointId) {
      const [row] = await connection.$queryRaw<{ failing_since: Date; now: Date }[]>`
        update webhook_endpoints set failing_since = coalesce(failing_since, now())
         where id = ${endpointId} returning failing_since, now() as now`;
      if (row === undefined) throw new Error('the endpoint is gone');
      return { failingSince: row.failing_since, now: row.now };
    },

    async disable(endpointId, reason) {
      await connection.$executeRaw`
        update webhook_endpoints set disabled_at = now(), disabled_reason = ${reason}
         where id = ${endpointId} and disabled_at is null`;
    },
  };
}

function toEndpoint(row: WebhookEndpointModel): WebhookEndpoint {
  return {
    id: row.id,
    clientId: row.clientId,
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes.map((type) => oneOf(eventTypes, type)),
    disabledReason: row.disabledAt === null ? null : oneOf(disabledReasons, row.disabledReason ?? 'operator'),
    rotatesUntil: row.rotatesUntil,
    createdAt: row.createdAt,
  };
}

/** The secrets that currently sign, the newest first. */
export function openSecrets(
  key: Buffer,
  endpoint: { clientId: string; id: string; secretSealed: Uint8Array; previousSealed: Uint8Array | null },
): string[] {
  const { clientId, id, secretSealed, previousSealed } = endpoint;
  const secrets = [open(key, secretSealed, secretPlace(clientId, id))];
  if (previousSealed !== null) secrets.push(open(key, previousSealed, previousSecretPlace(clientId, id)));
  return secrets.map((secret) => secret.toString('utf8'));
}

export const secretPlace = (clientId: string, id: string): SealedPlace => place(clientId, id, 'secret');
export const previousSecretPlace = (clientId: string, id: string): SealedPlace => place(clientId, id, 'previousSecret');
const place = (clientId: string, id: string, field: string): SealedPlace => ({
  clientId,
  object: 'webhookEndpoint',
  id,
  field,
});
