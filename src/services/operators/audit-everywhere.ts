import type { AuditNote } from '../../domain/privacy/audit.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/**
 * Records an event that concerns the whole installation in every client's log. Each log then shows by itself who could work on the client's
 * account; a separate log that belongs to no client would have no readers.
 */
export async function auditEverywhere(
  tx: Pick<Repositories, 'audit' | 'clients'>,
  note: Omit<AuditNote, 'clientId'>,
): Promise<void> {
  const clientIds = await tx.clients.listIds();
  await tx.audit.append(clientIds.map((clientId) => ({ clientId, ...note })));
}
