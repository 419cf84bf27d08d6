import { newId } from '../../domain/id.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';

export interface NewOperator {
  email: string;
  name: string;
  /** Null: the owner signs in through the provider only. */
  passwordHash: string | null;
}

/**
 * Creates an owner and, if the installation has no clients, its first pair. The set-up token is used up. Returns null when another operator
 * has the address.
 */
export async function createOwner(
  tx: Pick<Repositories, 'operators' | 'clients' | 'installation' | 'audit'>,
  { email, name, passwordHash }: NewOperator,
  actorId: string | null = null,
): Promise<string | null> {
  const id = newId('operator');
  const created = await tx.operators.create({ id, email, name, role: 'owner', passwordHash });
  if (created === null) return null;
  await tx.installation.dropSetUpToken();
  if ((await tx.clients.listIds()).length === 0) {
    // The first client is the one that an operator works on by default, so it is in test mode.
    await tx.clients.create({ id: newId('client'), name: 'Test', mode: 'test' });
    await tx.clients.create({ id: newId('client'), name: 'Live', mode: 'live' });
  }
  await auditEverywhere(tx, { actorId: actorId ?? id, action: 'operator.created', subjectId: id });
  return id;
}
