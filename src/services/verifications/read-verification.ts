import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { isId } from '../../domain/id.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { readVerificationRecord } from './verification-record.ts';

/**
 * One attempt, complete, in whatever state it is; in plain words for an operator, who reviews it. Another client's verification
 * does not exist.
 */
export function createReadVerification({ db, flows }: { db: Database; flows: Flows }) {
  return async function readVerification(caller: ApiCaller, verificationId: string) {
    const verification = await db.verifications.find(caller.clientId, verificationId);
    if (verification === null) throw new Problem('verification.not_found');
    const plain = isId('operator', caller.actorId);
    return readVerificationRecord(db, flows, verification, { plain });
  };
}
