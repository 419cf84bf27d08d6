import { auditMacOf, isAuditMac } from '../../domain/encryption/audit-mac.ts';
import { systemActor } from '../../domain/privacy/audit.ts';
import { newKey, open, seal, type SealedPlace } from '../../domain/encryption/encryption.ts';
import type { RotatedKey } from '../../domain/repositories/repositories.ts';
import { createAuditRepository } from '../audit/audit-log.ts';
import { lineNumber } from '../audit/line-number.ts';
import type { Connections } from '../connection/connection.ts';
import { answerPlace, eventBodyPlace } from '../keys/event-keys.ts';
import { dataKeyPlace, type ClientKeys } from '../keys/keys.ts';
import { requireNobodyElse } from '../connection/others-at-work.ts';
import { peopleOf, rehash, type Rotation } from './rehash-indexes.ts';
import { previousSecretPlace, secretPlace } from '../webhooks/webhook-endpoints.ts';

/** All or nothing, however many people a client has. */
const longestMs = 6 * 60 * 60_000;

/**
 * Replaces a client's key. Data keys are wrapped again, so everything encrypted under them stays as it is. Data that the client's key
 * encrypts itself is encrypted again, and blind indexes and the end of the audit chain are recomputed. Counts of sent codes are dropped;
 * pending codes and media links stop working. Processes cache clients' keys, so none may run meanwhile: the table of clients is locked, and
 * any other connection to the database aborts the attempt.
 */
export function rotateClientKey(
  connections: Pick<Connections, 'transaction'>,
  clientKeys: ClientKeys,
  clientId: string,
): Promise<RotatedKey | null> {
  return connections.transaction(
    async (connection, statements) => {
      await requireNobodyElse(statements);
      // A process that starts from now on waits for its key until the new one is stored.
      await statements.query({ text: 'lock table clients in access exclusive mode' });
      await requireNobodyElse(statements);
      const client = await connection.client.findUnique({ where: { id: clientId }, select: { wrappedKey: true } });
      if (client === null) return null;
      const rotation = {
        statements,
        clientId,
        old: await clientKeys.unwrap(clientId, client.wrappedKey),
        key: newKey(),
      };
      const rotated = {
        identities: await rewrapDataKeys(rotation),
        endpoints: await resealEndpoints(rotation),
        indexes: await rehash(rotation),
      };
      await resealEvents(rotation);
      await statements.query({ text: 'delete from send_counts where client_id = $1', values: [clientId] });
      await authenticateChain(rotation);
      const wrappedKey = await clientKeys.wrap(clientId, rotation.key);
      await connection.client.update({ where: { id: clientId }, data: { wrappedKey } });
      const audit = createAuditRepository(statements, { clientKey: () => Promise.resolve(rotation.key) });
      await audit.append([{ clientId, actorId: systemActor, action: 'client.key_rotated', subjectId: clientId }]);
      return rotated;
    },
    { timeoutMs: longestMs },
  );
}

function reseal({ old, key }: Rotation, sealed: Buffer, place: SealedPlace): Buffer {
  return seal(key, open(old, sealed, place), place);
}

async function rewrapDataKeys(rotation: Rotation): Promise<number> {
  const { statements, clientId } = rotation;
  let rewrapped = 0;
  for await (const people of peopleOf(rotation)) {
    await statements.query({
      text: `update identities i set wrapped_data_key = n.wrapped
               from unnest($1::text[], $2::bytea[]) as n (id, wrapped) where i.id = n.id`,
      values: [
        people.map(({ id }) => id),
        people.map(({ id, wrapped }) => reseal(rotation, wrapped, dataKeyPlace(clientId, id))),
      ],
    });
    rewrapped += people.length;
  }
  return rewrapped;
}

async function resealEndpoints(rotation: Rotation): Promise<number> {
  const { statements, clientId } = rotation;
  const { rows } = await statements.query<{ id: string; secret: Buffer; previous: Buffer | null }>({
    text: `select id, secret_sealed as secret, previous_secret_sealed as previous from webhook_endpoints
            where client_id = $1`,
    values: [clientId],
  });
  for (const { id, secret, previous } of rows) {
    await statements.query({
      text: `update webhook_endpoints set secret_sealed = $2, previous_secret_sealed = $3 where id = $1`,
      values: [
        id,
        reseal(rotation, secret, secretPlace(clientId, id)),
        previous && reseal(rotation, previous, previousSecretPlace(clientId, id)),
      ],
    });
  }
  return rows.length;
}

/** Events that concern no person, and the receivers' responses to them. */
async function resealEvents(rotation: Rotation): Promise<void> {
  const { statements, clientId } = rotation;
  const { rows: events } = await statements.query<{ id: string; body: Buffer }>({
    text: `select id, body_sealed as body from webhook_events where client_id = $1 and identity_id is null`,
    values: [clientId],
  });
  for (const { id, body } of events) {
    await statements.query({
      text: `update webhook_events set body_sealed = $2 where id = $1`,
      values: [id, reseal(rotation, body, eventBodyPlace(clientId, id))],
    });
  }
  const { rows: answers } = await statements.query<{ delivery: string; number: number; answer: Buffer }>({
    text: `select a.delivery_id as delivery, a.number, a.answer_sealed as answer
             from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
             join webhook_events e on e.id = d.event_id
            where e.client_id = $1 and e.identity_id is null and a.answer_sealed is not null`,
    values: [clientId],
  });
  for (const { delivery, number, answer } of answers) {
    await statements.query({
      text: `update webhook_attempts set answer_sealed = $3 where delivery_id = $1 and number = $2`,
      values: [delivery, number, reseal(rotation, answer, answerPlace(clientId, delivery, number))],
    });
  }
}

/** An end that was not genuine stays so: a rotation must not repair a broken chain. */
async function authenticateChain({ statements, clientId, old, key }: Rotation): Promise<void> {
  const { rows } = await statements.query<{ sequence: number; hash: Buffer; mac: Buffer }>({
    text: `select ${lineNumber}::float8 as sequence, hash, mac from audit_heads where client_id = $1`,
    values: [clientId],
  });
  const [head] = rows;
  if (head === undefined || !isAuditMac(old, { clientId, ...head }, head.mac)) return;
  await statements.query({
    text: `update audit_heads set mac = $2 where client_id = $1`,
    values: [clientId, auditMacOf(key, { clientId, ...head })],
  });
}
