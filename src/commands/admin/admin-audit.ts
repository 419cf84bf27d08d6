import type { Container } from '../../container.ts';
import { isId } from '../../domain/id.ts';
import { createVerifyAudit } from '../../services/audit/verify-audit.ts';
import type { AdminCommand } from './admin-command.ts';

/** Walks the chains of one client or of all. Ends with 1 when one of them is broken. */
export const verifyAuditCommand: AdminCommand = {
  usage: 'verify-audit [clientId]',
  does: 'checks the chained audit log of one client, or of all, and names the first entry that does not hold',
  async run(container: Container, [clientId], say) {
    if (clientId !== undefined && !isId('client', clientId)) {
      say('Name a client: npm run admin -- verify-audit cli_…');
      return 1;
    }
    const verifyAudit = createVerifyAudit(container);
    let broken = 0;
    for (const id of clientId === undefined ? await container.db.clients.listIds() : [clientId]) {
      const verdict = await verifyAudit(id);
      if (verdict.broken === null) {
        const { anchor } = verdict;
        const anchored =
          anchor === null ? 'not anchored yet' : `anchored to ${anchor.entries} at ${anchor.at.toISOString()}`;
        say(`${id}: ${verdict.entries} entries, intact, ${anchored}`);
      } else {
        broken += 1;
        const { entryId, fault } = verdict.broken;
        say(`${id}: BROKEN at entry ${verdict.entries}, ${entryId ?? 'none is left'} (${fault})`);
      }
    }
    return broken === 0 ? 0 : 1;
  },
};
