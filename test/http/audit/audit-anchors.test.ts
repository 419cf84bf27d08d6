import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientCommand } from '../../../src/commands/admin/admin-client.ts';
import { createAcceptRestoredAudit, createAnchorAudit } from '../../../src/services/audit/anchor-audit.ts';
import { linkEveryNote } from '../../../src/services/audit/link-notes.ts';
import { createVerifyAudit } from '../../../src/services/audit/verify-audit.ts';
import { seedClient } from '../../support/seed.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
const errors: Record<string, unknown>[] = [];
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
});
afterAll(() => stack.close());

/** Each call is a process that has anchored nothing yet. */
const anchor = () => createAnchorAudit({ ...stack.container, log: { error: (fields) => void errors.push(fields) } })();
const verify = (clientId: string) => createVerifyAudit(stack.container)(clientId);

async function write(clientId: string, count: number): Promise<void> {
  const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
  for (let left = count; left > 0; left -= 1) await stack.container.db.transaction((tx) => tx.audit.append([note]));
  await linkEveryNote(stack.container);
}

/** What a person who owns the database can do: every rule of it is off. */
async function tamper(...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> {
  await stack.sql.query('alter table audit_entries disable trigger all');
  for (const [text, ...values] of statements) await stack.sql.query(text, values);
  await stack.sql.query('alter table audit_entries enable trigger all');
}

async function headOf(clientId: string) {
  const { rows } = await stack.sql.query<{ sequence: number; hash: Buffer; mac: Buffer }>(
    'select sequence, hash, mac from audit_heads where client_id = $1',
    [clientId],
  );
  return rows[0];
}

/** Entries after `from` are gone, and the authenticated end is an earlier one, which was genuine once. */
async function rollBack(clientId: string, to: { sequence: number; hash: Buffer; mac: Buffer } | undefined) {
  await tamper(
    ['delete from audit_entries where client_id = $1 and sequence > $2', clientId, to?.sequence ?? 0],
    ['update audit_heads set sequence = $2, hash = $3, mac = $4 where client_id = $1', clientId, to?.sequence, to?.hash, to?.mac], // prettier-ignore
  );
}

test('newest entries that are removed together with the stored end are found missing, and stay so', async () => {
  const { clientId, token } = await seedClient(stack.container.db);
  await write(clientId, 3);
  const earlier = await headOf(clientId);
  await write(clientId, 2);
  expect((await verify(clientId)).anchor).toBeNull();
  expect(await anchor()).toBeGreaterThan(0);
  expect(await verify(clientId)).toMatchObject({ broken: null, anchor: { entries: 5 } });

  await rollBack(clientId, earlier);
  expect(await verify(clientId)).toMatchObject({ entries: 3, broken: { fault: 'cut' }, anchor: { entries: 5 } });
  const { body } = await stack.api.get('/v2/audit-log/integrity', { token });
  expect(body).toMatchObject({ intact: false, entries: 3, anchoredEntries: 5 });

  // Extended to its former length with other entries, so the anchor is still missed, and no new one hides it.
  await write(clientId, 4);
  errors.length = 0;
  await anchor();
  expect(errors).toEqual([{ clientId, anchored: 5 }]);
  expect(await verify(clientId)).toMatchObject({ broken: { fault: 'cut' }, anchor: { entries: 5 } });
});

test('an endpoint that names `audit.anchored` gets the end of its client’s log, once for each new end, and no other endpoint does', async () => {
  const [{ clientId, token }, other] = [await seedClient(stack.container.db), await seedClient(stack.container.db)];
  const add = async (eventTypes: string[], at = token) => {
    const json = { url: 'http://127.0.0.1:9/', eventTypes };
    const { body, status } = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', { token: at, json });
    expect(status).toBe(201);
    return body.id;
  };
  const wanting = await add(['audit.anchored', 'identity.updated']);
  await add([]);
  await add(['audit.anchored'], other.token);
  await linkEveryNote(stack.container);

  const eventsOf = async () => {
    const page = await stack.api.get<{ data: { id: string; body: { data: object } }[] }>(
      '/v2/events?type=audit.anchored',
      { token },
    );
    return page.body.data;
  };
  const deliveriesOf = async (eventId: string) => {
    const { rows } = await stack.sql.query<{ endpoint_id: string }>(
      'select endpoint_id from webhook_deliveries where event_id = $1',
      [eventId],
    );
    return rows.map((row) => row.endpoint_id);
  };
  await anchor();
  await anchor();
  const [event, ...more] = await eventsOf();
  expect(more).toEqual([]);
  const head = await headOf(clientId);
  const { body } = await stack.api.get<{ data: { id: string; hash: string }[] }>('/v2/audit-log?limit=1', { token });
  expect(event?.body.data).toEqual({
    ...{ entries: head?.sequence, entryId: body.data[0]?.id, resource: '/v2/audit-log' },
    hash: head?.hash.toString('hex'),
  });
  expect(body.data[0]?.hash).toBe(head?.hash.toString('hex'));
  expect(await deliveriesOf(event?.id ?? '')).toEqual([wanting]);

  await write(clientId, 2);
  await anchor();
  expect(await eventsOf()).toHaveLength(2);
  // A log that was cut off has no new end to report.
  await rollBack(clientId, head);
  await write(clientId, 1);
  await anchor();
  expect(await eventsOf()).toHaveLength(2);
});

test('a log that is removed altogether is found missing', async () => {
  const { clientId } = await seedClient(stack.container.db);
  await write(clientId, 2);
  await anchor();
  await tamper(
    ['delete from audit_entries where client_id = $1', clientId],
    ['delete from audit_heads where client_id = $1', clientId],
  );
  expect(await verify(clientId)).toMatchObject({ entries: 0, broken: { fault: 'cut' } });
});

test('an anchor that somebody else wrote is not trusted', async () => {
  const { clientId } = await seedClient(stack.container.db);
  await write(clientId, 3);
  await anchor();
  const kept = await stack.container.auditAnchors.find(clientId);
  if (kept === null) throw new Error('nothing is anchored');
  await stack.container.auditAnchors.keep({ ...kept, at: new Date(kept.at.getTime() + 1) });
  expect((await verify(clientId)).broken?.fault).toBe('anchorForged');
});

test('one anchor is kept for each client, and a chain that did not grow gets no other', async () => {
  const { clientId } = await seedClient(stack.container.db);
  await write(clientId, 1);
  const anchorOnce = createAnchorAudit({ ...stack.container, log: { error: () => undefined } });
  await anchorOnce();
  expect(await anchorOnce()).toBe(0);
  await write(clientId, 1);
  expect(await anchorOnce()).toBe(1);
  const keys: string[] = [];
  for await (const key of stack.container.objects.list(`audit-anchor-${clientId}`)) keys.push(key);
  expect(keys).toHaveLength(1);
  expect(await verify(clientId)).toMatchObject({ broken: null, anchor: { entries: 2 } });
});

test('an anchor that cannot be read does not keep the chains of other clients from theirs', async () => {
  const { auditAnchors, clock } = stack.container;
  const clients = [await seedClient(stack.container.db), await seedClient(stack.container.db)];
  for (const { clientId } of clients) await write(clientId, 1);
  // Clients come in the order of their ids: other bytes are in the place of the first one's anchor.
  const [first, second] = clients.map(({ clientId }) => clientId).sort();
  if (first === undefined || second === undefined) throw new Error('no clients');
  const key = `audit-anchor-${first}-${String(clock.now().getTime()).padStart(14, '0')}`;
  await stack.container.objects.put(key, Buffer.from('{}'));
  try {
    await expect(anchor()).rejects.toThrow('1 clients could not be anchored');
    expect(await auditAnchors.find(second)).toMatchObject({ clientId: second, sequence: 1 });
  } finally {
    await stack.container.objects.delete(key);
  }
  await anchor();
  expect(await auditAnchors.find(first)).toMatchObject({ clientId: first, sequence: 1 });
});

test('after a restore the log says what was lost, and is intact again', async () => {
  const { clientId } = await seedClient(stack.container.db);
  await write(clientId, 2);
  const backedUp = await headOf(clientId);
  await write(clientId, 3);
  await anchor();
  await rollBack(clientId, backedUp);
  // The backup held a line that was not linked yet.
  const note = { clientId, actorId: 'system', action: 'ip_rules.updated', subjectId: clientId } as const;
  await stack.container.db.transaction((tx) => tx.audit.append([note]));
  const losses = await createAcceptRestoredAudit(stack.container)();
  expect(losses.find((loss) => loss.clientId === clientId)).toEqual({ clientId, lost: 3 });
  expect(await verify(clientId)).toMatchObject({ entries: 4, broken: null, anchor: { entries: 4 } });
  const { rows } = await stack.sql.query<{ action: string }>(
    'select action from audit_entries where client_id = $1 order by sequence desc limit 2',
    [clientId],
  );
  expect(rows).toEqual([{ action: 'audit.restored' }, { action: 'ip_rules.updated' }]);
  expect((await createAcceptRestoredAudit(stack.container)()).map((loss) => loss.clientId)).not.toContain(clientId);
});

test('the log of a client that the command creates begins with its creation', async () => {
  expect(await createClientCommand.run(stack.container, ['live', 'Riverbank'], () => undefined)).toBe(0);
  await linkEveryNote(stack.container);
  const { rows } = await stack.sql.query<{ actor: string; action: string }>(
    `select e.actor, e.action from audit_entries e join clients c on c.id = e.client_id where c.name = 'Riverbank'
      order by e.sequence`,
  );
  const actions = ['client.created', 'api_token.created', 'flow.published'];
  expect(rows).toEqual(actions.map((action) => ({ actor: 'system', action })));
});
