import { CannotCheck, defineCheck, type DoctorCheck } from '../doctor-check.ts';

/** The last day on which each version gets security fixes. Source: https://github.com/nodejs/release#release-schedule */
const nodeUntil: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};
/** Source: https://www.postgresql.org/support/versioning/ */
const postgresUntil: Readonly<Record<string, string>> = {
  13: '2025-11-13',
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

/** Null when the version is newer than all versions in the table. */
function endOf(major: number, table: Readonly<Record<string, string>>): Date | null {
  const until = table[String(major)];
  if (until !== undefined) return new Date(until);
  const newest = Math.max(...Object.keys(table).map(Number));
  return major > newest ? null : new Date(0);
}

const node = defineCheck({
  about: 'the version of Node.js',
  finds: {
    'node.unsupported': { severity: 'risk', next: 'Run the service on Node.js 24.' },
  },
  run({ nodeVersion, now }) {
    const end = endOf(Number(nodeVersion.split('.')[0]), nodeUntil);
    return Promise.resolve(
      end !== null && end.getTime() < now()
        ? [{ code: 'node.unsupported', says: `Node.js ${nodeVersion} gets no more security fixes.` }]
        : [],
    );
  },
});

const postgres = defineCheck({
  about: 'the version of Postgres',
  finds: {
    'postgres.unsupported': { severity: 'risk', next: 'Upgrade Postgres (pg_upgrade, or a backup and a restore).' },
  },
  async run({ sql, now }) {
    const [row] = await sql<{ number: number }>(`select current_setting('server_version_num')::int as number`);
    if (row === undefined) throw new CannotCheck('the database does not say its version');
    const major = Math.floor(row.number / 10_000);
    const end = endOf(major, postgresUntil);
    return end !== null && end.getTime() < now()
      ? [{ code: 'postgres.unsupported', says: `Postgres ${major} gets no more security fixes.` }]
      : [];
  },
});

export const versionChecks: readonly DoctorCheck[] = [node, postgres];
