import { systemActor } from '../../domain/privacy/audit.ts';
import type { ErasureLedger } from '../../domain/ports/erasure-ledger.ts';
import type { EraseAttempt } from './erase-verification.ts';
import type { ErasePerson } from './erase-identity.ts';

/**
 * Repeats every erasure in the ledger after a restore of a database that is older than they are. Returns the number of lines, and of
 * identities that had come back.
 */
export function createApplyLedger({
  ledger,
  erasePerson,
  eraseAttempt,
}: {
  ledger: Pick<ErasureLedger, 'list'>;
  erasePerson: ErasePerson;
  eraseAttempt: EraseAttempt;
}) {
  return async function applyLedger(): Promise<{ lines: number; erased: number }> {
    let [lines, erased] = [0, 0];
    for await (const { clientId, identityId, verificationId } of ledger.list()) {
      lines += 1;
      const about = { clientId, identityId, actorId: systemActor };
      const again =
        verificationId === null
          ? await erasePerson({ ...about, cause: 'identity.erased' })
          : await eraseAttempt({ ...about, verificationId, cause: 'verification.erased' });
      if (again) erased += 1;
    }
    return { lines, erased };
  };
}
