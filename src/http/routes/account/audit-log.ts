import { checkAuditLogRoute, listAuditEntriesRoute } from '../../../contract/routes/account.ts';
import type { createListAuditEntries } from '../../../services/audit/list-audit-entries.ts';
import type { VerifyAudit } from '../../../services/audit/verify-audit.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListAuditEntries(listAuditEntries: ReturnType<typeof createListAuditEntries>) {
  return bindRoute(listAuditEntriesRoute, async ({ caller, input: { query } }) =>
    respond(200, await listAuditEntries(caller, query)),
  );
}

export function bindCheckAuditLog(verifyAudit: VerifyAudit) {
  return bindRoute(checkAuditLogRoute, async ({ caller }) => {
    const { entries, broken } = await verifyAudit(caller.clientId);
    return respond(200, { intact: broken === null, entries, brokenAt: broken?.entryId ?? null });
  });
}
