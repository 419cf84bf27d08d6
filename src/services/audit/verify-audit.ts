import { auditHashOf, firstPreviousHash, type AuditEntry } from '../../domain/privacy/audit.ts';
import { isAnchorMac } from '../../domain/encryption/audit-mac.ts';
import type { AuditAnchors } from '../../domain/ports/audit-anchors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { StoredAuditEnd } from '../../domain/repositories/audit-repository.ts';
import { anchorPurpose } from './anchor-audit.ts';
import { linkForReader } from './link-notes.ts';

const batch = 2_000;

/**
 * `changed`: an entry does not match its hash · `removed`: entries before it are missing · `reordered`: it does not follow the entry before
 * it · `cut`: entries after it are missing · `endForged`: the MAC of the chain's end is not ours · `anchorForged`: the MAC of the anchor
 * outside the database is not ours.
 */
export type AuditFault = 'changed' | 'removed' | 'reordered' | 'cut' | 'endForged' | 'anchorForged';

export interface AuditVerdict {
  clientId: string;
  entries: number;
  /** Null: the chain is intact. `entryId` is null when no entry is left to name. */
  broken: { entryId: string | null; fault: AuditFault } | null;
  /** The anchor outside the database; null when there is none yet. */
  anchor: { entries: number; at: Date } | null;
}

/** Links waiting notes, then walks one client's chain entry by entry up to its authenticated end. */
export function createVerifyAudit({
  db,
  auditAnchors,
}: {
  db: Pick<Database, 'audit' | 'installation' | 'transaction'>;
  auditAnchors: Pick<AuditAnchors, 'find'>;
}) {
  async function findAnchor(clientId: string) {
    const anchor = await auditAnchors.find(clientId);
    if (anchor === null) return null;
    const key = await db.installation.deriveKey(anchorPurpose);
    return { ...anchor, genuine: anchor.clientId === clientId && isAnchorMac(key, anchor, anchor.mac) };
  }

  return async function verifyAudit(clientId: string): Promise<AuditVerdict> {
    await linkForReader({ db }, clientId);
    const kept = await findAnchor(clientId);
    const anchor = kept && { entries: kept.sequence, at: kept.at };
    // Read first: entries that are appended during the walk come after this end.
    const end = await db.audit.findEnd(clientId);
    let previous: Pick<AuditEntry, 'sequence' | 'hash'> = { sequence: 0, hash: firstPreviousHash };
    let lastId: string | null = null;
    let entries = 0;
    let endSeen = false;
    let anchorSeen = kept === null;
    for (;;) {
      const some = await db.audit.listAfter(clientId, previous.sequence, batch);
      for (const entry of some) {
        entries += 1;
        const fault = faultOf(entry, previous);
        if (fault !== null) return { clientId, entries, broken: { entryId: entry.id, fault }, anchor };
        anchorSeen ||= kept !== null && entry.sequence === kept.sequence && entry.hash.equals(kept.hash);
        endSeen ||= end !== null && entry.sequence === end.sequence && entry.hash.equals(end.hash);
        previous = entry;
        lastId = entry.id;
      }
      if (some.length < batch) break;
    }
    const fault =
      faultOfEnd(end, { entries, endSeen, last: previous.sequence }) ??
      (kept?.genuine === false ? 'anchorForged' : anchorSeen ? null : 'cut');
    return { clientId, entries, broken: fault && { entryId: lastId, fault }, anchor };
  };
}

export type VerifyAudit = ReturnType<typeof createVerifyAudit>;

function faultOf(entry: AuditEntry, previous: Pick<AuditEntry, 'sequence' | 'hash'>): AuditFault | null {
  if (entry.sequence !== previous.sequence + 1) return 'removed';
  if (!auditHashOf(entry).equals(entry.hash)) return 'changed';
  return entry.previousHash.equals(previous.hash) ? null : 'reordered';
}

function faultOfEnd(
  end: StoredAuditEnd | null,
  { entries, endSeen, last }: { entries: number; endSeen: boolean; last: number },
): AuditFault | null {
  if (end === null) return entries === 0 ? null : 'endForged';
  if (!end.genuine) return 'endForged';
  if (endSeen) return null;
  return last < end.sequence ? 'cut' : 'endForged';
}
