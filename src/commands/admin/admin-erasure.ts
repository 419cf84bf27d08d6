import { createObjectErasureLedger } from '../../adapters/objects/object-erasure-ledger.ts';
import { createApplyLedger } from '../../services/erasure/apply-ledger.ts';
import { createErasePerson } from '../../services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../../services/erasure/erase-verification.ts';
import type { AdminCommand } from './admin-command.ts';

/** Run after the database was restored from a backup: erases everyone again who was erased since. */
export const applyErasureLedgerCommand: AdminCommand = {
  usage: 'apply-erasure-ledger',
  does: 'erases again, after a restore of the database, everyone erased according to the ledger in the object store',
  async run(container, _args, say) {
    const applyLedger = createApplyLedger({
      ledger: createObjectErasureLedger(container.objects),
      erasePerson: createErasePerson(container),
      eraseAttempt: createEraseAttempt(container),
    });
    const { lines, erased } = await applyLedger();
    say(`The ledger has ${lines} lines; ${erased} had come back and were erased again.`);
    return 0;
  },
};
