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
import type { Statements } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';
import { oneOf } from '../connection/one-of.ts';
import { columnsOf, lineNumber } from './line-number.ts';
import { findTail } from './tail.ts';

/** Distinguishes this advisory lock from others. */
const lockClass = 1_096_109_380;

type NotedLine = AuditNote & { at: Date };

/** A line as the driver reads it: a number of eight bytes would come as text. */
const entryColumns = `id, client_id as "clientId", ${lineNumber}::float8 as sequence, actor as "actorId", action,
                      subject_id as "subjectId", at, previous_hash as "previousHash", hash`;
/** Larger than any number of a line. */
const beyondLast = Number.MAX_SAFE_INTEGER;

/** `listing`: for pages that people read. What the chain is linked or checked by comes through `statements`. */
export function createAuditRepository(
  statements: Statements,
  keys: Pick<DataKeys, 'clientKey'>,
  listing: Statements = statements,
): AuditRepository {
  /** Nobody else appends to the client's chain until the transaction ends. */
  async function lockChain(clientId: string): Promise<void> {
    await statements.query({
      name: 'lock-audit-chain',
      text: `select pg_advisory_xact_lock($1::int, hashtext($2))`,
      values: [lockClass, clientId],
    });
  }

  async function findHead(clientId: string): Promise<{ sequence: number; hash: Buffer; mac: Buffer } | null> {
    const { rows } = await statements.query<{ sequence: number; hash: Buffer; mac: Buffer }>({
      name: 'find-audit-head',
      text: `select ${lineNumber}::float8 as sequence, hash, mac from audit_heads where client_id = $1`,
      values: [clientId],
    });
    return rows[0] ?? null;
  }

  /**
   * The end that the chain continues from. If its MAC is not genuine, somebody has changed it: then a number is skipped, so that the break
   * stays visible permanently.
   */
  async function findLinkEnd(clientId: string, clientKey: Buffer): Promise<{ sequence: number; hash: Buffer }> {
    const head = await findHead(clientId);
    if (head && isAuditMac(clientKey, { clientId, ...head }, head.mac)) return head;
    const [last] = await listNewest(clientId, { limit: 1, before: null }, {});
    if (last === undefined && head === null) return { sequence: 0, hash: firstPreviousHash };
    return { sequence: (last?.sequence ?? 0) + 1, hash: last?.hash ?? firstPreviousHash };
  }

  /** Left unnamed, so that Postgres plans it with its values. */
  async function listNewest(
    clientId: string,
    { limit, before }: { limit: number; before: number | null },
    { from, to, actorId, action, subjectId }: AuditFilter,
    through = statements,
  ): Promise<AuditEntry[]> {
    const { rows } = await through.query<AuditEntry>({
      text: `select ${entryColumns} from audit_entries
              where client_id = $1 and ${lineNumber} < $2::bigint
                and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
                and ($6::text is null or actor = $6) and ($7::text is null or action = $7)
                and ($8::text is null or subject_id = $8)
              order by ${lineNumber} desc limit $3`,
      values: [clientId, before ?? beyondLast, limit, from, to, actorId, action, subjectId],
    });
    return rows;
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

    async hasReads() {
      const { rows } = await statements.query<{ has: boolean }>({
        name: 'has-audit-reads',
        text: `select exists (select from audit_reads) as has`,
        values: [],
      });
      return rows[0]?.has ?? false;
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

    async list(clientId, page, filter) {
      const rows = await listNewest(clientId, page, filter, listing);
      return rows.map((row) => ({ ...row, action: oneOf(auditActions, row.action) }));
    },

    async listAfter(clientId, sequence, limit) {
      // What an entry says is part of its hash, so its action stays as it is, known value or not.
      const { rows } = await statements.query<AuditEntry>({
        name: 'list-audit-entries-after',
        text: `select ${entryColumns} from audit_entries
                where client_id = $1 and ${lineNumber} > $2::bigint order by ${lineNumber} limit $3`,
        values: [clientId, sequence, limit],
      });
      return rows;
    },

    async findEnd(clientId) {
      const head = await findHead(clientId);
      if (head === null) return null;
      const end = { clientId, sequence: head.sequence, hash: head.hash };
      return { ...end, genuine: isAuditMac(await keys.clientKey(clientId), end, head.mac) };
    },

    findTail: (clientId) => findTail(statements, keys, clientId),

    async listClients() {
      // One look into the index for each client. For two `exists` with `or` between them, Postgres may read the whole log instead.
      const { rows } = await statements.query<{ id: string }>({
        text: `select id from clients
                where (select true from audit_heads h where h.client_id = clients.id limit 1)
                   or (select true from audit_entries e where e.client_id = clients.id limit 1) order by id`,
      });
      return rows.map(({ id }) => id);
    },
  };
}

/** Entries of one client, and the new end of its chain, in one statement. */
async function insertEntries(statements: Statements, entries: readonly AuditEntry[], mac: Buffer): Promise<void> {
  const numbers = entries.map(({ sequence }) => columnsOf(sequence));
  await statements.query({
    name: 'append-audit-entries',
    text: `
      with entry as (
        insert into audit_entries (id, client_id, sequence, long_sequence, actor, action, subject_id, at, previous_hash, hash)
        select * from unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::text[],
                             $8::timestamptz[], $9::bytea[], $10::bytea[]))
      insert into audit_heads (client_id, sequence, long_sequence, hash, mac) values (($2::text[])[1], $11, $12, $13, $14)
      on conflict (client_id) do update
        set sequence = excluded.sequence, long_sequence = excluded.long_sequence, hash = excluded.hash, mac = excluded.mac`,
    values: [
      entries.map(({ id }) => id),
      entries.map(({ clientId }) => clientId),
      numbers.map(({ short }) => short),
      numbers.map(({ long }) => long),
      entries.map(({ actorId }) => actorId),
      entries.map(({ action }) => action),
      entries.map(({ subjectId }) => subjectId),
      entries.map(({ at }) => at.toISOString()),
      entries.map(({ previousHash }) => previousHash),
      entries.map(({ hash }) => hash),
      numbers.at(-1)?.short,
      numbers.at(-1)?.long,
      entries.at(-1)?.hash,
      mac,
    ],
  });
}
