import type { SignedInOperator } from '../../domain/operators/operator.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { auditEverywhere } from './audit-everywhere.ts';

/** Ends the session that asks. */
export function createSignOut({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function signOut({ actorId, sessionId }: SignedInOperator): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.operatorSessions.end(sessionId);
      await auditEverywhere(tx, { actorId, action: 'operator.signed_out', subjectId: actorId });
    });
  };
}
