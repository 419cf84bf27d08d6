import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { bindCheckAuditLog, bindListAuditEntries } from '../http/routes/account/audit-log.ts';
import { createListAuditEntries } from '../services/audit/list-audit-entries.ts';
import { createVerifyAudit } from '../services/audit/verify-audit.ts';

/** Who did and saw what, and what becomes of people's data. */
export function bindPrivacyRoutes(container: Container): BoundRoute[] {
  return [bindListAuditEntries(createListAuditEntries(container)), bindCheckAuditLog(createVerifyAudit(container))];
}
