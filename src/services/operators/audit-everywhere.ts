import type { AuditNote } from '../../domain/privacy/audit.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/**
 * Notes what concerns the whole installation in the log of every client: each client's log tells by itself who could work on
 * its account, and a chain that belongs to nobody would be read by nobody.
 */
export async function auditEverywhere(
  tx: Pick<Repositories, 'audit' | 'clients'>,
  note: Omit<AuditNote, 'clientId'>,
): Promise<void> {
  const clientIds = await tx.clients.listIds();
  await tx.audit.append(clientIds.map((clientId) => ({ clientId, ...note })));
}
