import type { Client } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Operator, SignedInOperator } from '../../domain/operators/operator.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { clientsShown } from './open-sign-in.ts';

/** Who is signed in, and what they may work on. */
export function createReadSelf({ db }: { db: Pick<Database, 'operators' | 'clients'> }) {
  return async function readSelf({ actorId }: SignedInOperator): Promise<{ operator: Operator; clients: Client[] }> {
    const operator = await db.operators.find(actorId);
    if (operator === null) throw new Problem('auth.unauthorized');
    return { operator, clients: await db.clients.list({ limit: clientsShown, after: null }) };
  };
}
