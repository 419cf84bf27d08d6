import { newId } from '../../domain/id.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { mayUseScopes } from '../../domain/operators/role.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/**
 * Unassigns the cases that an operator may no longer review, so that no case waits for somebody who cannot open it. `after`: the operator's
 * new state; null when they are removed.
 */
export async function releaseCases(
  tx: Pick<Repositories, 'activities' | 'audit'>,
  { actorId, operatorId, after }: { actorId: string; operatorId: string; after: Operator | null },
): Promise<void> {
  const reviews =
    after !== null && mayUseScopes(after.role, 'live', { scopes: ['verifications:write'], reading: false });
  if (reviews && after.clientIds.length === 0) return;
  const released = await tx.activities.unassignAll(operatorId, reviews ? { except: after.clientIds } : 'all');
  for (const verification of released) {
    await tx.activities.add(verification, { id: newId('activity'), actorId, type: 'assignment', assigneeId: null });
  }
  await tx.audit.append(
    released.map(({ clientId, id }) => ({ clientId, actorId, action: 'verification.assigned', subjectId: id })),
  );
}
