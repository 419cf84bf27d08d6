import {
  auditActions,
  auditHashOf,
  firstPreviousHash,
  type AuditEntry,
  type AuditNote,
} from '../../domain/privacy/audit.ts';
import { auditMacOf, isAuditMac } from '../../domain/encryption/audit-mac.ts';
import { newId } from '../../domain/id.ts';
import type { AuditFilter, AuditRepository } from '../../domain/repositories/audit-repository.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { Prisma } from '../generated/client.ts';
import type { AuditEntryModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { word } from '../connection/word.ts';

/** Distinguishes this advisory lock from others. */
const lockClass = 1_096_109_380;

type NotedLine = AuditNote & { at: Date };

export function createAuditRepository(
  connection: Connection,
  statements: Statements,
  keys: Pick<DataKeys, 'clientKey'>,
): AuditRepository {
  /** Nobody else appends to the client's chain until the transaction ends. */
  async function lockChain(clientId: string): Promise<void> {
    await statements.query({
      name: 'lock-audit-chain',
      text: `select pg_advisory_xact_lock($1::int, hashtext($2))`,
      values: [lockClass, clientId],
    });
  }

  /**
   * The end that the chain continues from. If its MAC is not genuine, somebody has changed it: then a number is skipped, so that the break
   * stays visible permanently.
   */
  async function findLinkEnd(clientId: string, clientKey: Buffer): Promise<{ sequence: number; hash: Buffer }> {
    const { rows } = await statements.query<{ sequence: number; hash: Buffer; mac: Buffer }>({
      name: 'find-audit-head',
      text: `select sequence, hash, mac from audit_heads where client_id = $1`,
      values: [clientId],
    });
    const [head] = rows;
    if (head && isAuditMac(clientKey, { clientId, ...head }, head.mac)) return head;
    const last = await connection.auditEntry.findFirst({ where: { clientId }, orderBy: { sequence: 'desc' } });
    if (last === null && head === undefined) return { sequence: 0, hash: firstPreviousHash };
    return { sequence: (last?.sequence ?? 0) + 1, hash: last === null ? firstPreviousHash : Buffer.from(last.hash) };
  }

  /** Requires the chain's lock. */
  async function addToChain(clientId: string, notes: readonly NotedLine[]): Promise<void> {
    if (notes.length === 0) return;
    const clientKey = await keys.clientKey(clientId);
    const end = await findLinkEnd(clientId, clientKey);
    const entries: AuditEntry[] = [];
    for (const note of notes) {
      const previous = entries.at(-1) ?? end;
      const entry = { ...note, id: newId('auditEntry'), sequence: previous.sequence + 1, previousHash: previous.hash };
      entries.push({ ...entry, hash: auditHashOf(entry) });
    }
    const last = entries.at(-1);
    if (last === undefined) return;
    await insertEntries(statements, entries, auditMacOf(clientKey, last));
  }

  return {
    async append(notes) {
      if (notes.length === 0) return;
      const now = new Date();
      await statements.query({
        name: 'note-audit-lines',
        text: `insert into audit_notes (client_id, actor, action, subject_id, at)
               select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])`,
        values: [
          notes.map(({ clientId }) => clientId),
          notes.map(({ actorId }) => actorId),
          notes.map(({ action }) => action),
          notes.map(({ subjectId }) => subjectId),
          notes.map(({ at }) => (at ?? now).toISOString()),
        ],
      });
    },

    async link(clientId, limit) {
      await lockChain(clientId);
      // Selected by existing rows and not from a number on: a transaction that commits late has a smaller number.
      const { rows } = await statements.query<Omit<NotedLine, 'clientId'>>({
        name: 'take-audit-notes',
        text: `with taken as (
                 delete from audit_notes
                  where id in (select id from audit_notes where client_id = $1 order by id limit $2)
                 returning id, actor, action, subject_id, at)
               select actor as "actorId", action, subject_id as "subjectId", at from taken order by id`,
        values: [clientId, limit],
      });
      await addToChain(
        clientId,
        rows.map((row) => ({ ...row, clientId })),
      );
      return rows.length;
    },

    async listWaiting({ of, range }) {
      const { rows } = await statements.query<{ clientId: string }>({
        name: 'list-clients-with-audit-notes',
        text: `select distinct client_id as "clientId" from audit_notes
                where mod(hashtext(client_id)::bigint + 2147483648, $1::bigint) = $2::bigint order by client_id`,
        values: [of, range],
      });
      return rows.map(({ clientId }) => clientId);
    },

    async findWaitingSince(clientId) {
      const { rows } = await statements.query<{ since: Date | null }>({
        name: 'find-audit-waiting-since',
        text: `select least((select at from audit_notes where client_id = $1 order by id limit 1),
                            (select (notes -> 0 ->> 'at')::timestamptz from audit_reads order by id limit 1)) as since`,
        values: [clientId],
      });
      return rows[0]?.since ?? null;
    },

    async keepReads(notes) {
      await statements.query({
        name: 'keep-audit-reads',
        text: `insert into audit_reads (notes) values ($1::jsonb)`,
        values: [JSON.stringify(notes)],
      });
    },

    async noteReads(limit) {
      const { rows } = await statements.query<{ count: number }>({
        name: 'note-audit-reads',
        text: `with taken as (
                 delete from audit_reads
                  where id in (select id from audit_reads order by id limit $1 for update skip locked)
                 returning id, notes),
               noted as (
                 insert into audit_notes (client_id, actor, action, subject_id, at)
                 select note ->> 'clientId', note ->> 'actorId', note ->> 'action', note ->> 'subjectId', (note ->> 'at')::timestamptz
                   from taken, jsonb_array_elements(notes) with ordinality as line(note, place)
                  order by taken.id, place
                 returning 1)
               select count(*)::int as count from noted`,
        values: [limit],
      });
      return rows[0]?.count ?? 0;
    },

    async list(clientId, { limit, before }, filter) {
      const rows = await connection.auditEntry.findMany({
        where: { clientId, ...(before !== null && { sequence: { lt: before } }), ...conditionsOf(filter) },
        orderBy: { sequence: 'desc' },
        take: limit,
      });
      return rows.map((row) => ({ ...toEntry(row), action: word(auditActions, row.action) }));
    },

    async listAfter(clientId, sequence, limit) {
      const where = { clientId, sequence: { gt: sequence } };
      return (await connection.auditEntry.findMany({ where, orderBy: { sequence: 'asc' }, take: limit })).map(toEntry);
    },

    async findEnd(clientId) {
      const row = await connection.auditHead.findUnique({ where: { clientId } });
      if (row === null) return null;
      const end = { clientId, sequence: row.sequence, hash: Buffer.from(row.hash) };
      return { ...end, genuine: isAuditMac(await keys.clientKey(clientId), end, row.mac) };
    },

    async listClients() {
      const { rows } = await statements.query<{ id: string }>({
        text: `select id from clients
                where exists (select 1 from audit_entries e where e.client_id = clients.id)
                   or exists (select 1 from audit_heads h where h.client_id = clients.id) order by id`,
      });
      return rows.map(({ id }) => id);
    },
  };
}

function conditionsOf({ from, to, actorId, action, subjectId }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...((from !== undefined || to !== undefined) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
    ...(actorId !== undefined && { actor: actorId }),
    ...(action !== undefined && { action }),
    ...(subjectId !== undefined && { subjectId }),
  };
}

function toEntry({ actor, action, previousHash, hash, ...row }: AuditEntryModel): AuditEntry {
  return {
    ...row,
    actorId: actor,
    // Its text is part of the hash, whether or not the word is known.
    action: action as AuditEntry['action'],
    previousHash: Buffer.from(previousHash),
    hash: Buffer.from(hash),
  };
}

/** Entries of one client, and the new end of its chain, in one statement. */
async function insertEntries(statements: Statements, entries: readonly AuditEntry[], mac: Buffer): Promise<void> {
  await statements.query({
    name: 'append-audit-entries',
    text: `
      with entry as (
        insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
        select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
                             $8::bytea[], $9::bytea[]))
      insert into audit_heads (client_id, sequence, hash, mac) values (($2::text[])[1], $10, $11, $12)
      on conflict (client_id) do update set sequence = excluded.sequence, hash = excluded.hash, mac = excluded.mac`,
    values: [
      entries.map(({ id }) => id),
      entries.map(({ clientId }) => clientId),
      entries.map(({ sequence }) => sequence),
      entries.map(({ actorId }) => actorId),
      entries.map(({ action }) => action),
      entries.map(({ subjectId }) => subjectId),
      entries.map(({ at }) => at.toISOString()),
      entries.map(({ previousHash }) => previousHash),
      entries.map(({ hash }) => hash),
      entries.at(-1)?.sequence,
      entries.at(-1)?.hash,
      mac,
    ],
  });
}
