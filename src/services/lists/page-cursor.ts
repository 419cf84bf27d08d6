import { Problem } from '../../domain/faults/errors.ts';
import { isId, type IdKind } from '../../domain/id.ts';
import type { Page } from '../../domain/repositories/webhook-repositories.ts';

/** The requested page of a list of objects with this kind of id. @throws Problem `request.invalid` for a malformed cursor */
export function pageOfQuery(kind: IdKind, query: { limit: number; after?: string | undefined }): Page {
  if (query.after === undefined) return { limit: query.limit, before: null };
  const before = Buffer.from(query.after, 'base64url').toString('utf8');
  if (!isId(kind, before)) {
    const fault = { pointer: 'query:/after', code: 'value.not_valid', detail: 'is not a cursor of this list' };
    throw new Problem('request.invalid', { errors: [fault] });
  }
  return { limit: query.limit, before };
}

/** The cursor of the page that starts below this id. */
export function cursorAfter(id: string | null): string | null {
  return id === null ? null : Buffer.from(id, 'utf8').toString('base64url');
}

/** Makes a page of rows that were queried with one more than the limit. */
export function toPage<T extends { id: string }>(rows: readonly T[], limit: number) {
  const data = rows.slice(0, limit);
  return { data, nextCursor: cursorAfter(rows.length > limit ? (data.at(-1)?.id ?? null) : null) };
}
