import { Problem } from '../../domain/faults/errors.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { identityRecordJson, listedVerifications } from '../verifications/refresh-identity-record.ts';
import { withReverifiableBy } from '../verifications/reverifiable-by.ts';

/** The identity's record as JSON text, stored all but ready to send. Another client's identity does not exist. */
export function createReadIdentity({
  db,
  flows,
}: {
  db: Pick<Database, 'identities' | 'verifications'>;
  flows: Pick<Flows, 'listRecentlyPublished'>;
}) {
  /** Of an erased person nothing is stored that could be sent: that they are erased is told by the rows that are left. */
  async function readErased({ clientId }: ApiCaller, identityId: string): Promise<string> {
    const identity = await db.identities.find(clientId, identityId);
    if (identity?.status !== 'deleted') throw new Problem('identity.not_found');
    const spoken = await db.verifications.listSpeaking(identityId, listedVerifications);
    const silent = await db.verifications.listSilent(identityId, listedVerifications);
    return identityRecordJson({ identity, spoken, silent, latestRecord: null });
  }

  return async function readIdentity(caller: ApiCaller, identityId: string): Promise<Buffer> {
    const record = await db.identities.findRecord(caller.clientId, identityId);
    if (record === null) return Buffer.from(await readErased(caller, identityId));
    return withReverifiableBy(record, () => flows.listRecentlyPublished(caller.clientId));
  };
}
