import { isCheckpointGenuine } from '../../domain/encryption/audit-mac.ts';
import { auditHashOf, type AuditEntry, type AuditFault } from '../../domain/privacy/audit.ts';
import type { AuditCheckpoint } from '../../domain/repositories/audit-repository.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { AuditPlace, AuditWalk } from './audit-cursor.ts';
import { checkpointPurpose } from './checkpoint-audit.ts';

const linesOfPage = 5_000;
const firstBatch = 100;
const largestBatch = 1_000;
/** A page takes as many lines as fit into this time, however slow the machine is, and at least the first batch. */
const longestMs = 80;

export interface PageLimits {
  lines: number;
  /** In milliseconds. */
  now: () => number;
}

export const limitsOfPage: PageLimits = { lines: linesOfPage, now: () => performance.now() };

export interface Walked {
  walk: AuditWalk;
  broken: { entryId: string; fault: AuditFault } | null;
  /** Whether nothing is left to check. */
  isOver: boolean;
}

/** Continues the check of a chain with one page of lines and the checkpoints among them. `startedAt`: when the page began. */
export async function walkLines(
  db: Pick<Database, 'audit' | 'auditCheckpoints' | 'installation'>,
  walk: AuditWalk,
  { lines, now }: PageLimits,
  startedAt: number,
): Promise<Walked> {
  const { clientId, until } = walk;
  const key = await db.installation.deriveKey(checkpointPurpose);
  const checkpoints = await db.auditCheckpoints.listAround(clientId, {
    from: walk.at.sequence,
    to: walk.at.sequence + lines,
  });
  const signed = new Map(checkpoints.map((checkpoint) => [checkpoint.sequence, checkpoint]));
  let lastSigned = checkpoints.find(({ sequence }) => sequence <= walk.at.sequence)?.sequence ?? 0;
  let { at, entries } = walk;
  let size = firstBatch;
  for (let left = lines; left > 0 && size >= firstBatch;) {
    const asked = Math.min(size, left);
    const askedAt = now();
    const some = await db.audit.listAfter(clientId, at.sequence, asked);
    left -= some.length;
    for (const entry of some) {
      entries += 1;
      const checkpoint = signed.get(entry.sequence);
      const fault =
        faultOf(entry, at) ??
        (checkpoint ? faultOfCheckpoint(key, checkpoint, entry, lastSigned) : null) ??
        (until !== null && isAt(entry, until) && !entry.hash.equals(until.hash) ? 'rewritten' : null);
      if (fault !== null) {
        return { walk: { ...walk, at, entries }, broken: { entryId: entry.id, fault }, isOver: true };
      }
      if (checkpoint) lastSigned = checkpoint.sequence;
      at = { sequence: entry.sequence, hash: entry.hash };
      // The next check covers lines that were added later; otherwise the check of a busy log would never end.
      if (until !== null && isAt(entry, until)) return { walk: { ...walk, at, entries }, broken: null, isOver: true };
    }
    if (some.length < asked) return { walk: { ...walk, at, entries }, broken: null, isOver: true };
    const endedAt = now();
    const fitting = Math.floor((longestMs - (endedAt - startedAt)) / ((endedAt - askedAt) / asked));
    size = Math.min(2 * size, largestBatch, fitting);
  }
  return { walk: { ...walk, at, entries }, broken: null, isOver: false };
}

const isAt = (entry: AuditEntry, place: AuditPlace) => entry.sequence === place.sequence;

function faultOf(entry: AuditEntry, previous: AuditPlace): AuditFault | null {
  if (entry.sequence !== previous.sequence + 1) return 'removed';
  if (!auditHashOf(entry).equals(entry.hash)) return 'changed';
  return entry.previousHash.equals(previous.hash) ? null : 'reordered';
}

function faultOfCheckpoint(
  key: Buffer,
  checkpoint: AuditCheckpoint,
  entry: AuditEntry,
  lastSigned: number,
): AuditFault | null {
  if (!isCheckpointGenuine(key, checkpoint)) return 'checkpointForged';
  if (checkpoint.previous !== lastSigned) return 'checkpointRemoved';
  return checkpoint.hash.equals(entry.hash) ? null : 'rewritten';
}
