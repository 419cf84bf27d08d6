import { createObjectErasureLedger } from '../adapters/objects/object-erasure-ledger.ts';
import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { bindCheckAuditLog, bindListAuditEntries } from '../http/routes/account/audit-log.ts';
import {
  bindCreateConfiguration,
  bindDeleteConfiguration,
  bindGetConfiguration,
  bindListConfigurations,
} from '../http/routes/account/encryption-configurations.ts';
import { createCreateConfiguration } from '../services/encryption/create-configuration.ts';
import { createDeleteConfiguration } from '../services/encryption/delete-configuration.ts';
import { createListConfigurations, createReadConfiguration } from '../services/encryption/read-configurations.ts';
import { bindPreviewRetention } from '../http/routes/account/preview-retention.ts';
import { createPreviewRetention } from '../services/retention/preview-retention.ts';
import { bindEraseIdentity } from '../http/routes/identities/erase-identity.ts';
import { bindExportIdentity } from '../http/routes/identities/export-identity.ts';
import { createExportIdentity } from '../services/identities/export-identity.ts';
import { createReadMedia } from '../services/media/read-media.ts';
import { bindEraseVerification } from '../http/routes/verifications/erase-verification.ts';
import { createEraseIdentity } from '../services/erasure/erase-identity.ts';
import { createEraseVerification } from '../services/erasure/erase-verification.ts';
import type { HandOverJobs } from '../services/jobs/relay-outbox.ts';
import { createListAuditEntries } from '../services/audit/list-audit-entries.ts';
import { createVerifyAudit } from '../services/audit/verify-audit.ts';

/** Who did and saw what, and what becomes of people's data. */
export function bindPrivacyRoutes(container: Container, handOverJobs: HandOverJobs): BoundRoute[] {
  const erasure = { ...container, handOverJobs, ledger: createObjectErasureLedger(container.objects) };
  return [
    bindEraseIdentity(createEraseIdentity(erasure)),
    bindExportIdentity(createExportIdentity({ ...container, readMedia: createReadMedia(container).readMedia })),
    bindEraseVerification(createEraseVerification(erasure)),
    bindCreateConfiguration(createCreateConfiguration(container)),
    bindListConfigurations(createListConfigurations(container)),
    bindGetConfiguration(createReadConfiguration(container)),
    bindDeleteConfiguration(createDeleteConfiguration(container)),
    bindPreviewRetention(createPreviewRetention(container)),
    bindListAuditEntries(createListAuditEntries(container)),
    bindCheckAuditLog(createVerifyAudit(container)),
  ];
}
