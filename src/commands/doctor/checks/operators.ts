import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

const owner = defineCheck({
  about: 'owners',
  finds: {
    'operators.no_owner': { severity: 'advice', next: 'Run `set-up-link` or `create-owner`, and sign in.' },
  },
  async run({ sql }) {
    const [row] = await sql(`select 1 from operators where role = 'owner' limit 1`);
    return row === undefined ? [{ code: 'operators.no_owner', says: 'Nobody can administer the dashboard yet.' }] : [];
  },
});

const secondFactor = defineCheck({
  about: 'second factors',
  finds: {
    'operators.one_factor': {
      severity: 'risk',
      next: 'Have them add a passkey or an authenticator app, and set SECOND_FACTOR_REQUIRED=true.',
    },
  },
  async run({ sql }) {
    const [row] = await sql<{ weak: number; all: number }>(
      `select count(*)::int as all, count(*) filter (where totp_sealed is null and not exists
                (select from passkeys p where p.operator_id = o.id))::int as weak from operators o`,
    );
    const { weak, all } = row ?? { weak: 0, all: 0 };
    return weak > 0
      ? [{ code: 'operators.one_factor', says: `${weak} of ${all} operators sign in with a password alone.` }]
      : [];
  },
});

export const operatorChecks: readonly DoctorCheck[] = [owner, secondFactor];
