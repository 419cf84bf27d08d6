import { holdsAnchor } from '../../../services/audit/anchor-audit.ts';
import { defineLook, type Look } from '../look.ts';

/** A worker anchors once a minute. */
const staleAfterMs = 15 * 60_000;

const anchors = defineLook({
  about: 'the audit log',
  finds: {
    'audit.cut': {
      severity: 'risk',
      next: 'Run `verify-audit`, keep the database as it is, and find out who removed or changed entries.',
    },
    'audit.not_anchored': {
      severity: 'risk',
      next: 'See that a worker serves the queue `maintenance` and reaches the object store: newest entries could be removed unseen.',
    },
  },
  async look({ container: { db, auditAnchors }, now }) {
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
      const [next] = await db.audit.listAfter(clientId, anchor?.sequence ?? 0, 1);
      if (next !== undefined && now() - next.at.getTime() > staleAfterMs) stale.push(clientId);
    }
    return [
      ...cut.map((clientId) => ({
        code: 'audit.cut' as const,
        says: `The audit log of ${clientId} lacks entries, or holds altered ones.`,
      })),
      ...stale.map((clientId) => ({
        code: 'audit.not_anchored' as const,
        says: `The newest entries of the audit log of ${clientId} are not kept outside the database.`,
      })),
    ];
  },
});

export const auditLooks: readonly Look[] = [anchors];
