import { anchorMacOf } from '../../domain/encryption/audit-mac.ts';
import type { AuditAnchor, AuditAnchors } from '../../domain/ports/audit-anchors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { recordAuditAnchored } from '../webhooks/client-events.ts';
import { linkWithin } from './link-notes.ts';

/** The purpose of the installation's key that signs anchors. */
export const anchorPurpose = 'audit anchors';

interface Parts {
  db: Pick<Database, 'audit' | 'installation' | 'transaction'>;
  auditAnchors: AuditAnchors;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

type End = Pick<AuditAnchor, 'clientId' | 'sequence' | 'hash'>;

/** The entry at this end of the chain; null when the chain no longer holds it. */
async function findEntryOf(db: Pick<Database, 'audit'>, { clientId, sequence, hash }: End) {
  const [entry] = await db.audit.listAfter(clientId, sequence - 1, 1);
  return entry?.sequence === sequence && entry.hash.equals(hash) ? entry : null;
}

/** Whether the chain still holds the anchored entry. */
export const holdsAnchor = async (db: Pick<Database, 'audit'>, anchor: End): Promise<boolean> =>
  (await findEntryOf(db, anchor)) !== null;

/**
 * Stores the end of every chain that has grown outside the database, so that a check notices when entries at the end are deleted, and sends
 * it to the endpoints that subscribe to `audit.anchored`. A chain that no longer holds its anchor gets no new one, because the old anchor
 * is the evidence. Returns the number of anchors stored.
 */
export function createAnchorAudit({ db, auditAnchors, clock, log }: Parts) {
  /** What this process stored last: a chain that did not grow needs no read of the anchor store. */
  const kept = new Map<string, number>();

  /** Returns whether it stored an anchor. */
  async function anchorClient(clientId: string): Promise<boolean> {
    const end = await db.audit.findEnd(clientId);
    if (end?.genuine !== true || kept.get(clientId) === end.sequence) return false;
    const before = await auditAnchors.find(clientId);
    if (before !== null && !(await holdsAnchor(db, before))) {
      log.error({ clientId, anchored: before.sequence }, 'the audit log lacks entries that it had: run verify-audit');
      return false;
    }
    const grown = before?.sequence !== end.sequence;
    if (grown) await anchor({ clientId, sequence: end.sequence, hash: end.hash });
    kept.set(clientId, end.sequence);
    return grown;
  }

  return async function anchorAudit(): Promise<number> {
    let count = 0;
    const failures: unknown[] = [];
    // One unreadable anchor, or one key that is unavailable, must not stop the anchors of other clients.
    for (const clientId of await db.audit.listClients()) {
      try {
        if (await anchorClient(clientId)) count += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} clients could not be anchored`);
    return count;
  };

  async function anchor(end: End): Promise<void> {
    // The end of this chain was deleted. `verify-audit` reports that; the new end is not sent.
    const entry = await findEntryOf(db, end);
    const signed = await sign({ db, clock }, end);
    await auditAnchors.keep(signed);
    if (entry !== null) await recordAuditAnchored(db, { ...end, entryId: entry.id, at: signed.at });
  }
}

async function sign(
  { db, clock }: { db: Pick<Database, 'installation'>; clock: Clock },
  end: Pick<AuditAnchor, 'clientId' | 'sequence' | 'hash'>,
): Promise<AuditAnchor> {
  const anchor = { ...end, at: clock.now() };
  return { ...anchor, mac: anchorMacOf(await db.installation.deriveKey(anchorPurpose), anchor) };
}

/**
 * A restore loses the entries written since the backup. This records in each affected client's log that they are missing and why, and
 * anchors its end again. Returns how many entries each client lost at least.
 */
export function createAcceptRestoredAudit({ db, auditAnchors, clock }: Omit<Parts, 'log'>) {
  return async function acceptRestoredAudit(): Promise<{ clientId: string; lost: number }[]> {
    const losses: { clientId: string; lost: number }[] = [];
    for (const clientId of await db.audit.listClients()) {
      const before = await auditAnchors.find(clientId);
      const end = await db.audit.findEnd(clientId);
      if (before === null || end?.genuine !== true || (await holdsAnchor(db, before))) continue;
      const note = { clientId, actorId: 'system', action: 'audit.restored', subjectId: clientId } as const;
      await db.transaction(async (tx) => {
        await tx.audit.append([note]);
        await linkWithin(tx, clientId);
      });
      const now = await db.audit.findEnd(clientId);
      if (now === null) continue;
      await auditAnchors.keep(await sign({ db, clock }, { clientId, sequence: now.sequence, hash: now.hash }));
      losses.push({ clientId, lost: Math.max(0, before.sequence - end.sequence) });
    }
    return losses;
  };
}
