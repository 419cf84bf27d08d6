import { holdsAnchor } from '../../../services/audit/anchor-audit.ts';
import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

/** A worker anchors once a minute. */
const staleAfterMs = 15 * 60_000;
/** A worker links within a second. */
const unlinkedAfterMs = 60_000;

const anchors = defineCheck({
  about: 'the audit log',
  finds: {
    'audit.cut': {
      severity: 'risk',
      next: 'Run `verify-audit`, keep the database as it is, and find out who removed or changed entries.',
    },
    'audit.not_anchored': {
      severity: 'risk',
      next: 'Make sure that a worker serves the queue `maintenance` and reaches the object store: until then, somebody could remove the newest entries unnoticed.',
    },
  },
  async run({ container: { db, auditAnchors }, now, stopped }) {
    const cut: string[] = [];
    const stale: string[] = [];
    for (const clientId of await db.audit.listClients()) {
      const end = await db.audit.findEnd(clientId);
      const anchor = await auditAnchors.find(clientId);
      const lacksAnchor = anchor !== null && !(await holdsAnchor(db, anchor));
      if (end?.genuine !== true || lacksAnchor) {
        cut.push(clientId);
        continue;
      }
      // Nothing anchors while the service is stopped.
      const [next] = await db.audit.listAfter(clientId, anchor?.sequence ?? 0, 1);
      if (!stopped && next !== undefined && now() - next.at.getTime() > staleAfterMs) stale.push(clientId);
    }
    return [
      ...cut.map((clientId) => ({
        code: 'audit.cut' as const,
        says: `The audit log of ${clientId} lacks entries, or contains altered ones.`,
      })),
      ...stale.map((clientId) => ({
        code: 'audit.not_anchored' as const,
        says: `The newest entries of the audit log of ${clientId} are not kept outside the database.`,
      })),
    ];
  },
});

const notes = defineCheck({
  about: 'the chain of the audit log',
  needsRunning: true,
  finds: {
    'audit.waiting': {
      severity: 'risk',
      next: 'Make sure that a worker serves the queue `maintenance`: until then, somebody could remove the entries that are not yet in the chain, unnoticed.',
    },
  },
  async run({ container: { db }, now }) {
    const late: string[] = [];
    for (const clientId of await db.audit.listWaiting({ of: 1, range: 0 })) {
      const since = await db.audit.findWaitingSince(clientId);
      if (since !== null && now() - since.getTime() > unlinkedAfterMs) late.push(clientId);
    }
    return late.map((clientId) => ({
      code: 'audit.waiting' as const,
      says: `Entries of the audit log of ${clientId} are recorded but not linked into its chain.`,
    }));
  },
});

export const auditChecks: readonly DoctorCheck[] = [anchors, notes];
