import { systemActor } from '../../domain/privacy/audit.ts';
import type { ErasureLedger } from '../../domain/ports/erasure-ledger.ts';
import type { EraseAttempt } from './erase-verification.ts';
import type { ErasePerson } from './erase-identity.ts';

/**
 * Erases again everyone whom the ledger names: after a database was restored from before their erasure. Answers how many lines there
 * are and how many of them had come back.
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
