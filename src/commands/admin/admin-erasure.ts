import { createObjectErasureLedger } from '../../adapters/objects/object-erasure-ledger.ts';
import { createApplyLedger } from '../../services/erasure/apply-ledger.ts';
import { createErasePerson } from '../../services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../../services/erasure/erase-verification.ts';
import { createHandOverJobs } from '../../services/jobs/relay-outbox.ts';
import type { AdminCommand } from './admin-command.ts';

/** After the database was restored from a backup: everyone erased since is erased again. */
export const applyErasureLedgerCommand: AdminCommand = {
  usage: 'apply-erasure-ledger',
  does: 'erases again, after a restore of the database, everyone erased according to the ledger in the object store',
  async run(container, _args, say) {
    const parts = { ...container, handOverJobs: createHandOverJobs(container) };
    const applyLedger = createApplyLedger({
      ledger: createObjectErasureLedger(container.objects),
      erasePerson: createErasePerson(parts),
      eraseAttempt: createEraseAttempt(parts),
    });
    const { lines, erased } = await applyLedger();
    say(`The ledger has ${lines} lines; ${erased} had come back and were erased again.`);
    return 0;
  },
};
