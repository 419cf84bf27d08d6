import pg from 'pg';
import { applyMigrations, readMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { quantile, type Row, type Section } from '../section.ts';

const lines = 5_000_000;
const quietMs = 20_000;
const pauseMs = 5;
/** People would notice a request whose line waits longer than this. */
const mostWaitMs = 1_000;
const measured = '20261126061500_audit_beyond_int4';

/** A migration of a large table, while writers and readers of the version before use it. */
export const largeTables: Section = {
  name: 'large-tables',
  title: 'Migrations of large tables',
  async measure(stack, say) {
    const url = new URL(stack.env.DATABASE_URL ?? '');
    url.pathname = '/large_tables';
    const all = readMigrations();
    const before = all.filter(({ name }) => name < measured);
    const [migration] = all.filter(({ name }) => name === measured);
    if (migration === undefined) throw new Error(`there is no migration ${measured}`);
    await applyMigrations({ url: url.href, migrations: before });
    const pool = new pg.Pool({ connectionString: url.href, max: 3, lock_timeout: 2_000 });
    try {
      say(`${lines} entries of the audit log, of 10 clients`);
      await pool.query(
        `insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
         select 'aud_' || g, 'cli_' || g % 10, g / 10 + 1, 'tok_' || g % 7, 'identity.read', 'idn_' || g % 1000000, now(),
                sha256(g::text::bytea), sha256((g + 1)::text::bytea) from generate_series(0, $1::int - 1) g`,
        [lines],
      );
      await pool.query('vacuum analyze audit_entries');
      const { rows: sizes } = await pool.query<{ mib: number }>(
        `select pg_total_relation_size('audit_entries')::float8 / 1048576 as mib`,
      );
      const alone = await timeTraffic(pool, () => new Promise((resolve) => setTimeout(resolve, quietMs)));
      say('the migration');
      const steps: { statement: string; ms: number }[] = [];
      const startedAt = performance.now();
      let last = startedAt;
      const during = await timeTraffic(pool, async () => {
        await applyMigrations({
          url: url.href,
          migrations: [...before, migration],
          watch(_client, { statement }) {
            steps.push({ statement: statement.split('\n').at(-1) ?? '', ms: performance.now() - last });
            last = performance.now();
            return Promise.resolve();
          },
        });
      });
      const tookMs = performance.now() - startedAt;
      for (const { statement, ms } of steps) say(`${(ms / 1000).toFixed(1)} s  ${statement.slice(0, 100)}`);
      const rows = (['lines written', 'pages read'] as const).map((what, index): Row => {
        const own = during[index] ?? [];
        const quiet = alone[index] ?? [];
        const longest = Math.max(...own);
        return {
          what: `${what} meanwhile by statements of the version before, longest wait`,
          measured: `${longest.toFixed(0)} ms (p99 ${quantile(own, 0.99).toFixed(0)} ms)`,
          against: `${Math.max(...quiet).toFixed(0)} ms (p99 ${quantile(quiet, 0.99).toFixed(0)} ms) without the migration`,
          ratio: `${longest.toFixed(0)} ms`,
          bar: `≤ ${mostWaitMs} ms`,
          met: longest <= mostWaitMs,
          samples: `${own.length} + ${quiet.length} statements`,
        };
      });
      return [
        {
          what: `audit_entries gets numbers of eight bytes, ${lines} lines (${(sizes[0]?.mib ?? Number.NaN).toFixed(0)} MiB)`,
          measured: `${(tookMs / 1000).toFixed(0)} s`,
          against: '',
          ratio: '',
          bar: '–',
          met: true,
          samples: '1 run',
        },
        ...rows,
      ];
    } finally {
      await pool.end();
    }
  },
};

/** How long each line and each page took while `work` ran. */
async function timeTraffic(pool: pg.Pool, work: () => Promise<void>): Promise<[number[], number[]]> {
  let ended = false;
  const every = async (task: (round: number) => Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; !ended; round += 1) {
      const startedAt = performance.now();
      await task(round);
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return times;
  };
  const { rows } = await pool.query<{ next: number }>(
    `select coalesce(max(sequence), 0) + 1 as next from audit_entries where client_id = 'cli_new'`,
  );
  const next = rows[0]?.next ?? 1;
  const times = Promise.all([
    every((round) =>
      pool.query(
        `insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
         values ('aud_new' || $1::int, 'cli_new', $1::int, 'tok_1', 'identity.read', 'idn_1', now(), '', '')`,
        [next + round],
      ),
    ),
    every(() => pool.query(`select * from audit_entries where client_id = 'cli_3' order by sequence desc limit 100`)),
  ]);
  await work().finally(() => {
    ended = true;
  });
  return times;
}
