import { auditHashOf, firstPreviousHash, type AuditNote } from '../domain/audit.ts';
import { newId } from '../domain/id.ts';
import type { AuditRepository } from '../domain/repositories/audit-repository.ts';
import type { Connection } from './connection.ts';
import { bytes } from './sealed.ts';

/** Distinguishes this advisory lock from others. */
const lockClass = 1_096_109_380;

export function createAuditRepository(connection: Connection): AuditRepository {
  async function appendTo(clientId: string, notes: readonly AuditNote[]): Promise<void> {
    await connection.$executeRaw`select pg_advisory_xact_lock(${lockClass}::int, hashtext(${clientId}))`;
    const last = await connection.auditEntry.findFirst({ where: { clientId }, orderBy: { sequence: 'desc' } });
    let sequence = last?.sequence ?? 0;
    let previousHash: Buffer = last === null ? firstPreviousHash : Buffer.from(last.hash);
    const rows = notes.map((note) => {
      const entry = { ...note, id: newId('auditEntry'), sequence: ++sequence, at: new Date(), previousHash };
      const { actorId, ...rest } = entry;
      const hash = auditHashOf(entry);
      previousHash = hash;
      return { ...rest, actor: actorId, previousHash: bytes(entry.previousHash), hash: bytes(hash) };
    });
    await connection.auditEntry.createMany({ data: rows });
  }

  return {
    async append(notes) {
      // Always in the same order of clients, so that two writers never wait for each other.
      const clientIds = [...new Set(notes.map(({ clientId }) => clientId))].sort();
      for (const clientId of clientIds) {
        await appendTo(
          clientId,
          notes.filter((note) => note.clientId === clientId),
        );
      }
    },
  };
}
