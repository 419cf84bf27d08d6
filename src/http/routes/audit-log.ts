import { checkAuditLogRoute, listAuditEntriesRoute } from '../../contract/routes/audit-log.ts';
import type { createListAuditEntries } from '../../services/audit/list-audit-entries.ts';
import type { AuditPage, CheckAuditPage } from '../../services/audit/verify-audit.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

export interface AuditLogRouteUseCases {
  listAuditEntries: ReturnType<typeof createListAuditEntries>;
  checkAuditPage: CheckAuditPage;
}

/** A client's audit log, and the check of its chain. */
export function auditLogRoutes(auditLog: AuditLogRouteUseCases): BoundRoute[] {
  return [
    bindRoute(listAuditEntriesRoute, async ({ caller, input: { query } }) =>
      respond(200, await auditLog.listAuditEntries(caller, query)),
    ),

    bindRoute(checkAuditLogRoute, async ({ caller, input: { query } }) => {
      const since = query.since === undefined ? undefined : new Date(query.since);
      return respond(200, integrityOf(await auditLog.checkAuditPage(caller.clientId, { since, after: query.after })));
    }),
  ];
}

function integrityOf({ from, entries, total, broken, checkpoint, anchor, next }: AuditPage) {
  return {
    // Not before the last page: what was not checked is not known to be in order.
    intact: broken !== null ? false : next === null ? true : null,
    ...{ from, entries, total },
    brokenAt: broken?.entryId ?? null,
    fault: broken?.fault ?? null,
    checkpointEntries: checkpoint?.entries ?? null,
    checkpointAt: checkpoint?.at.toISOString() ?? null,
    anchoredEntries: anchor?.entries ?? null,
    anchoredAt: anchor?.at.toISOString() ?? null,
    nextCursor: next,
  };
}
