import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

const dayMs = 86_400_000;
const oldAfterDays = 7;

const backUp = defineCheck({
  about: 'backups',
  finds: {
    'backup.old': {
      severity: 'risk',
      next: 'Run `back-up FILE` from a cron job (with a new name each time, or --replace), or `back-up --taken` after a backup by other tools.',
    },
  },
  async run({ sql, now }) {
    const [row] = await sql<{ since: Date | null; taken: Date | null }>(
      `select (select min(created_at) from clients where mode = 'live') as since,
              (select backed_up_at from installation) as taken`,
    );
    // Losing the made-up people of test clients does no harm.
    const since = row?.since ?? null;
    const last = row?.taken ?? null;
    if (since === null || now() - (last ?? since).getTime() <= oldAfterDays * dayMs) return [];
    const says =
      last === null ? 'No backup is recorded.' : `The last recorded backup is from ${last.toISOString().slice(0, 10)}.`;
    return [{ code: 'backup.old', says }];
  },
});

export const backUpChecks: readonly DoctorCheck[] = [backUp];
