import { isAnchorMac, isCheckpointGenuine } from '../../domain/encryption/audit-mac.ts';
import { firstPreviousHash, type AuditFault } from '../../domain/privacy/audit.ts';
import type { AuditAnchors } from '../../domain/ports/audit-anchors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { AuditTail } from '../../domain/repositories/audit-repository.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { anchorPurpose, holdsAnchor } from './anchor-audit.ts';
import { cursorPurpose, openCursor, sealCursor, type AuditWalk } from './audit-cursor.ts';
import { checkpointPurpose } from './checkpoint-audit.ts';
import { linkForReader } from './link-notes.ts';
import { limitsOfPage, walkLines, type PageLimits } from './walk-lines.ts';

export interface AuditVerdict {
  clientId: string;
  /** The line after which the check began; 0: with the first one. */
  from: number;
  /** Entries that were checked, in all pages so far. */
  entries: number;
  /** Entries up to the end of the log. */
  total: number;
  /** Null: no fault in the part that was checked. `entryId` is null when there is no entry left to name. */
  broken: { entryId: string | null; fault: AuditFault } | null;
  /** The newest checkpoint; null when there is none yet. */
  checkpoint: { entries: number; at: Date } | null;
  /** The anchor outside the database; null when there is none yet. */
  anchor: { entries: number; at: Date } | null;
}

/** `next`: the cursor of the next page; null when the check has ended. */
export type AuditPage = AuditVerdict & { next: string | null };

export interface AuditCheck {
  /** The check begins at the newest checkpoint that is at least this old. Omitted: at the first line. */
  since?: Date | undefined;
  after?: string | undefined;
}

interface Parts {
  db: Pick<Database, 'audit' | 'auditCheckpoints' | 'installation' | 'transaction'>;
  auditAnchors: Pick<AuditAnchors, 'find'>;
  clock: Clock;
}

/**
 * One page of the check of a client's chain. Each page also checks the end of the log, so the first page notices missing lines at the end.
 */
export function createCheckAuditPage({ db, auditAnchors, clock }: Parts, chosen: Partial<PageLimits> = {}) {
  const limits = { ...limitsOfPage, ...chosen };

  async function begin(
    clientId: string,
    since: Date | undefined,
  ): Promise<{ walk: AuditWalk; fault: AuditFault | null }> {
    await linkForReader({ db }, clientId);
    const { end } = await db.audit.findTail(clientId);
    const until = end?.genuine === true ? { sequence: end.sequence, hash: end.hash } : null;
    const start = since === undefined ? null : await db.auditCheckpoints.findUntil(clientId, since);
    const at = { sequence: start?.sequence ?? 0, hash: start?.hash ?? firstPreviousHash };
    const walk: AuditWalk = { clientId, from: at.sequence, at, until, entries: 0, startedAt: clock.now() };
    if (start === null) return { walk, fault: null };
    const genuine = isCheckpointGenuine(await db.installation.deriveKey(checkpointPurpose), start);
    const fault = !genuine ? 'checkpointForged' : (await holdsAnchor(db, start)) ? null : 'rewritten';
    return { walk, fault };
  }

  /** The fault at the end of the log, whatever comes before it. */
  async function findFaultOfEnd(clientId: string, { end, newest, checkpoint }: AuditTail, anchor: Anchor | null) {
    const last = newest?.sequence ?? 0;
    if (end === null) {
      if (newest !== null) return 'endForged';
    } else {
      if (!end.genuine) return 'endForged';
      if (last < end.sequence) return 'cut';
      if (!end.held || last > end.sequence) return 'endForged';
    }
    if (checkpoint !== null) {
      const key = await db.installation.deriveKey(checkpointPurpose);
      if (!isCheckpointGenuine(key, checkpoint)) return 'checkpointForged';
      if (!checkpoint.held) return last < checkpoint.sequence ? 'cut' : 'rewritten';
    }
    if (anchor === null) return null;
    const genuine =
      anchor.clientId === clientId && isAnchorMac(await db.installation.deriveKey(anchorPurpose), anchor, anchor.mac);
    if (!genuine) return 'anchorForged';
    return (await holdsAnchor(db, anchor)) ? null : 'cut';
  }

  return async function checkAuditPage(clientId: string, { since, after }: AuditCheck): Promise<AuditPage> {
    const startedAt = limits.now();
    const cursorKey = await db.installation.deriveKey(cursorPurpose);
    const begun =
      after === undefined
        ? await begin(clientId, since)
        : { walk: openCursor(cursorKey, { clientId, now: clock.now() }, after), fault: null };
    // Read before the end: a chain only grows, so its end is at the anchor or after it.
    const anchor = await auditAnchors.find(clientId);
    const tail = await db.audit.findTail(clientId);
    const walked = begun.fault === null ? await walkLines(db, begun.walk, limits, startedAt) : null;
    const walk = walked?.walk ?? begun.walk;
    const faultOfEnd = walked?.broken ? null : await findFaultOfEnd(clientId, tail, anchor);
    const entryId = tail.newest?.id ?? null;
    const broken =
      walked?.broken ??
      (begun.fault === null ? null : { entryId: null, fault: begun.fault }) ??
      (faultOfEnd === null ? null : { entryId, fault: faultOfEnd });
    const goesOn = walked?.isOver === false;
    return {
      clientId,
      ...{ from: walk.from, entries: walk.entries, total: tail.end?.sequence ?? 0, broken },
      checkpoint: tail.checkpoint && { entries: tail.checkpoint.sequence, at: tail.checkpoint.at },
      anchor: anchor && { entries: anchor.sequence, at: anchor.at },
      next: goesOn ? sealCursor(cursorKey, walk) : null,
    };
  };
}

type Anchor = NonNullable<Awaited<ReturnType<AuditAnchors['find']>>>;
export type CheckAuditPage = ReturnType<typeof createCheckAuditPage>;

/** All pages, one after the other. A fault inside the log takes precedence over a fault at its end. */
export function createVerifyAudit(parts: Parts, chosen: Partial<PageLimits> = {}) {
  const checkPage = createCheckAuditPage(parts, chosen);
  return async function verifyAudit(clientId: string, check: Pick<AuditCheck, 'since'> = {}): Promise<AuditVerdict> {
    for (let after: string | undefined; ;) {
      const { next, ...verdict } = await checkPage(clientId, { ...check, after });
      if (next === null) return verdict;
      after = next;
    }
  };
}
