import type { Container } from '../../container.ts';
import { isId } from '../../domain/id.ts';
import { createVerifyAudit } from '../../services/audit/verify-audit.ts';
import type { AdminCommand } from './admin-command.ts';

/** Checks the chains of one client or of all. Exits with 1 when one of them is broken. */
export const verifyAuditCommand: AdminCommand = {
  usage: 'verify-audit [clientId] [--since TIME]',
  takes: { words: 1, values: ['since'] },
  does: 'checks the audit log of one client, or of all, and names the first entry that is wrong; --since 2026-03-01 begins at the last checkpoint before that time',
  async run(container: Container, args, say) {
    const asked = readArguments(args);
    if (asked === null) {
      say('Name a client, a time or both: npm run admin -- verify-audit cli_… --since 2026-03-01T00:00:00Z');
      return 1;
    }
    const { clientId, since } = asked;
    const verifyAudit = createVerifyAudit(container);
    let broken = 0;
    for (const id of clientId === undefined ? await container.db.clients.listIds() : [clientId]) {
      const verdict = await verifyAudit(id, { since });
      const { anchor, checkpoint, entries, from } = verdict;
      if (verdict.broken === null) {
        say(
          [
            `${id}: ${entries} entries${from === 0 ? '' : ` after entry ${from}`}, intact`,
            checkpoint === null
              ? 'no checkpoint yet'
              : `checkpoint at ${checkpoint.entries} of ${checkpoint.at.toISOString()}`,
            anchor === null ? 'not anchored yet' : `anchored to ${anchor.entries} at ${anchor.at.toISOString()}`,
          ].join(', '),
        );
      } else {
        broken += 1;
        const { entryId, fault } = verdict.broken;
        say(`${id}: BROKEN at entry ${from + entries}, ${entryId ?? 'none is left'} (${fault})`);
      }
    }
    return broken === 0 ? 0 : 1;
  },
};

function readArguments(args: readonly string[]): { clientId: string | undefined; since: Date | undefined } | null {
  const at = args.indexOf('--since');
  const since = at < 0 ? undefined : new Date(args[at + 1] ?? '');
  const [clientId, ...more] = at < 0 ? args : args.toSpliced(at, 2);
  if (more.length > 0 || (since !== undefined && Number.isNaN(since.getTime()))) return null;
  return clientId === undefined || isId('client', clientId) ? { clientId, since } : null;
}
