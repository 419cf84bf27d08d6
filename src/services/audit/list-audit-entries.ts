import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { AuditEntry } from '../../domain/privacy/audit.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { linkForReader } from './link-notes.ts';

export interface AuditQuery {
  limit: number;
  after?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
}

/**
 * The client's audit log, newest first, with the state of its chain. The first page links waiting notes, so that callers find the change
 * they have just made. If linking fails, `waitingSince` says so.
 */
export function createListAuditEntries({ db }: { db: Pick<Database, 'audit' | 'names' | 'transaction'> }) {
  return async function listAuditEntries({ clientId }: ApiCaller, query: AuditQuery) {
    const { limit } = query;
    const filter = {
      from: timeOf(query.from),
      to: timeOf(query.to),
      actorId: query.actor,
      action: query.action,
      subjectId: query.subject,
    };
    const page = { limit: limit + 1, before: sequenceOf(query.after) };
    if (page.before === null) await linkForReader({ db }, clientId).catch(() => 0);
    // Read before the list: otherwise a line that is noted in between could be missing from both.
    const waitingSince = await db.audit.findWaitingSince(clientId);
    const rows = await db.audit.list(clientId, page, filter);
    const data = rows.slice(0, limit);
    const last = rows.length > limit ? data.at(-1) : undefined;
    const names = await db.names.find(
      clientId,
      data.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
    );
    return {
      data: data.map((entry) => auditRecordOf(entry, names)),
      nextCursor: last ? Buffer.from(String(last.sequence)).toString('base64url') : null,
      waitingSince: waitingSince?.toISOString() ?? null,
    };
  };
}

function auditRecordOf(
  { id, at, actorId, action, subjectId, hash }: Omit<AuditEntry, 'previousHash'>,
  names: ReadonlyMap<string, string>,
) {
  const who = { actor: actorId, actorName: names.get(actorId) ?? null };
  const what = { action, subject: subjectId, subjectName: names.get(subjectId) ?? null };
  return { id, at: at.toISOString(), ...who, ...what, hash: hash.toString('hex') };
}

function timeOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** @throws Problem `request.invalid` for a malformed cursor */
function sequenceOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  const fault = { pointer: 'query:/after', code: 'value.not_valid', detail: 'is not a cursor of this list' };
  throw new Problem('request.invalid', { errors: [fault] });
}
