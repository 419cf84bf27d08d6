import { newId } from '../../domain/id.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';

export interface NewOperator {
  email: string;
  name: string;
  /** Null: the provider alone signs them in. */
  passwordHash: string | null;
}

/**
 * Makes an owner, and the pair of clients that an installation needs where it has none. The set-up token dies: it was for the
 * first one. Null when another operator has the address.
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
    // The first one is what an operator works on unless they choose: nothing there can hurt anybody.
    await tx.clients.create({ id: newId('client'), name: 'Test', mode: 'test' });
    await tx.clients.create({ id: newId('client'), name: 'Live', mode: 'live' });
  }
  await auditEverywhere(tx, { actorId: actorId ?? id, action: 'operator.created', subjectId: id });
  return id;
}
