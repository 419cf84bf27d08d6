import { Problem } from '../domain/errors.ts';
import type { ApiCaller } from '../domain/client.ts';
import type { Database } from '../domain/repositories/repositories.ts';
import type { Flows } from './load-flow.ts';
import { withReverifiableBy } from './reverifiable-by.ts';

/** The identity's record as JSON text, stored all but ready to send. Another client's identity does not exist. */
export function createReadIdentity({
  db,
  flows,
}: {
  db: Pick<Database, 'identities'>;
  flows: Pick<Flows, 'listRecentlyPublished'>;
}) {
  return async function readIdentity(caller: ApiCaller, identityId: string): Promise<Buffer> {
    const record = await db.identities.findRecord(caller.clientId, identityId);
    if (record === null) throw new Problem('identity.not_found');
    return withReverifiableBy(record, () => flows.listRecentlyPublished(caller.clientId));
  };
}
