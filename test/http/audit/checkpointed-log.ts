import { auditHashOf, type AuditEntry } from '../../../src/domain/privacy/audit.ts';
import { createCheckpointAudit } from '../../../src/services/audit/checkpoint-audit.ts';
import { linkEveryNote } from '../../../src/services/audit/link-notes.ts';
import { createCheckAuditPage, createVerifyAudit } from '../../../src/services/audit/verify-audit.ts';
import { seedClient } from '../../support/seed.ts';
import type { Stack } from '../../support/stack.ts';

export const hourMs = 3_600_000;

/** Audit logs with checkpoints, and ways to tamper with them. */
export function createCheckpointedLogs(stackOf: () => Stack) {
  /** As a maintenance worker would, `hoursAgo`. */
  async function checkpoint(hoursAgo = 0): Promise<number> {
    const clock = { now: () => new Date(Date.now() - hoursAgo * hourMs) };
    return createCheckpointAudit({ ...stackOf().container, clock })();
  }

  async function write(clientId: string, count: number): Promise<void> {
    const note = { clientId, actorId: 'system', action: 'settings.updated', subjectId: clientId } as const;
    await stackOf().container.db.transaction((tx) => tx.audit.append(Array.from({ length: count }, () => note)));
    await linkEveryNote(stackOf().container);
  }

  /** A log of 12 lines with checkpoints at 3, 6 and 9, of five, four and three hours ago. */
  async function seedLog() {
    const { clientId, token } = await seedClient(stackOf().container.db);
    for (const hoursAgo of [5, 4, 3]) {
      await write(clientId, 3);
      await checkpoint(hoursAgo);
    }
    await write(clientId, 3);
    const lines = await stackOf().container.db.audit.listAfter(clientId, 0, 100);
    const idOf = (sequence: number) => lines[sequence - 1]?.id;
    return { clientId, token, lines, idOf };
  }

  const checkpointsOf = async (clientId: string) => {
    const { rows } = await stackOf().sql.query<{ sequence: string; previous: string }>(
      'select sequence, previous from audit_checkpoints where client_id = $1 order by sequence',
      [clientId],
    );
    return rows.map(({ sequence, previous }) => [Number(previous), Number(sequence)]);
  };

  /** What somebody who owns the database can do: every rule of it is off. */
  async function tamper(...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> {
    const tables = ['audit_entries', 'audit_checkpoints'];
    for (const table of tables) await stackOf().sql.query(`alter table ${table} disable trigger all`);
    for (const [text, ...values] of statements) await stackOf().sql.query(text, values);
    for (const table of tables) await stackOf().sql.query(`alter table ${table} enable trigger all`);
  }

  /** Pages of a few lines, so that faults are behind the first one. */
  const pageOf = (clientId: string, check: { after?: string; since?: Date } = {}) =>
    createCheckAuditPage(stackOf().container, { lines: 4 })(clientId, check);
  const verify = (clientId: string, check: { since?: Date } = {}) =>
    createVerifyAudit(stackOf().container, { lines: 4 })(clientId, check);

  return { checkpoint, write, seedLog, checkpointsOf, tamper, pageOf, verify };
}

/** Lines from `from` on, written again with another actor, and hashed as the service would. */
export function rewrite(lines: readonly AuditEntry[], from: number): [string, ...unknown[]][] {
  let previousHash = lines[from - 2]?.hash;
  return lines.slice(from - 1).map((line) => {
    if (previousHash === undefined) throw new Error('the first line has nothing before it');
    const next = { ...line, actorId: 'tok_x', previousHash };
    const hash = auditHashOf(next);
    const text = 'update audit_entries set actor = $2, previous_hash = $3, hash = $4 where id = $1';
    const values = [line.id, next.actorId, previousHash, hash];
    previousHash = hash;
    return [text, ...values];
  });
}
