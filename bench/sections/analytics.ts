import pg from 'pg';
import { countFigures } from '../../src/db/analytics/count-figures.ts';
import { dayMs, hourMs, startOfDay, startOfHour, startOfMonth } from '../../src/domain/analytics/cover-span.ts';
import { addFigures, emptyFigures, type FiguresByFlow, type FlowFigures } from '../../src/domain/analytics/figures.ts';
import { createRollUpAnalytics } from '../../src/services/analytics/roll-up.ts';
import { createSeedDemo } from '../../src/services/flows/seed-demo.ts';
import { quantile, type Row, type Section } from '../section.ts';

const year = 365;
/** Rows that are counted: a year of them, spread evenly. */
const counted = 200_000;
/** Attempts whose figures are simulated hour by hour, as if they had been counted. */
const simulated = 10_000_000;
const reads = 30;
const mostMs = 200;
const steps = ['document', 'selfie', 'passive-liveness'] as const;
const platforms = ['web', 'ios', 'android'];
const countries = ['BR', 'DE', 'FR', 'GB', 'PT', 'US', null];
const codes = ['document.blurry_text', 'document.glare', 'document.too_dark', 'face.too_far', 'face.not_found'];

interface Timed {
  times: number[];
  /** Of this process and Postgres, for one report. */
  cpuMs: number;
}

/** A year's report, from rollups and from the rows. */
export const analytics: Section = {
  name: 'analytics',
  title: 'Analytics of a year',
  async measure(stack, say) {
    const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 2 });
    const { db } = stack.container;
    // A separate client: what other sections start in this hour would be counted live.
    const { clientId, flows } = await createSeedDemo(stack.container)();
    const to = new Date();
    const from = new Date(to.getTime() - year * dayMs);
    try {
      const { rows: versions } = await pool.query<{ id: string; flowId: string }>(
        `select distinct on (flow_id) id, flow_id as "flowId" from flow_versions where flow_id = any($1) order by flow_id, version desc`,
        [Object.values(flows)],
      );
      say(`${counted} attempts of ${versions.length} flows, each with ${steps.length} steps`);
      const perHour = Math.round(simulated / year / 24);
      await pool.query(
        'alter table verifications disable trigger user; alter table step_attempts disable trigger user',
      );
      await addAttempts(
        'y',
        counted,
        `$6::timestamptz + (g - 1) * (make_interval(days => ${year}) / ${counted}::float8)`,
      );
      // What a report of ten million counts live: the hours at both edges, as full as theirs.
      await addAttempts('a', perHour, `$6::timestamptz + (g - 1) * (interval '1 hour' / ${perHour}::float8)`);
      await addAttempts('z', 2 * perHour, `now() - (g - 1) * (interval '2 hours' / ${2 * perHour}::float8)`);
      await pool.query('alter table verifications enable trigger user; alter table step_attempts enable trigger user');
      await pool.query('analyze verifications; analyze step_runs; analyze step_attempts');

      const asked = { clientId, flowId: null, from, to };
      const liveAt = performance.now();
      await countFigures(pool, asked);
      const liveMs = performance.now() - liveAt;
      say('rollups of these');
      const rolledAt = performance.now();
      const rollUp = createRollUpAnalytics({ db });
      for (let more = true; more;) {
        await rollUp();
        more = (await db.analytics.listToRollUp()).includes(clientId);
      }
      const rolledMs = performance.now() - rolledAt;
      const ofCounted = await timeReads(asked);
      say(`rollups of ${simulated} simulated attempts in their place`);
      await simulate(
        versions.map(({ flowId }) => flowId),
        perHour,
      );
      const ofSimulated = await timeReads(asked);
      const { rows: sizes } = await pool.query<{ rows: number; mib: number }>(
        `select count(*)::float8 as rows, pg_total_relation_size('analytics_rollups')::float8 / 1048576 as mib from analytics_rollups`,
      );
      const started = (await db.analytics.read(asked)).totals.started;
      const row = (what: string, { times, cpuMs }: Timed, against: string, samples: string): Row => ({
        what,
        measured: `p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms; ${cpuMs.toFixed(0)} ms of processor time`,
        against,
        ratio: `${quantile(times, 0.95).toFixed(0)} ms`,
        bar: `≤ ${mostMs} ms`,
        met: quantile(times, 0.95) <= mostMs,
        samples,
      });
      return [
        row(
          `a year of ${started} attempts, ${started - 3 * perHour} of them simulated as rollups`,
          ofSimulated,
          `${sizes[0]?.rows ?? 0} rollups, ${(sizes[0]?.mib ?? 0).toFixed(0)} MiB`,
          `${reads} reports, ${3 * perHour} attempts of the edges counted live`,
        ),
        row(
          `a year of ${counted + 3 * perHour} attempts that are there as rows`,
          ofCounted,
          `${liveMs.toFixed(0)} ms without rollups (1 scan)`,
          `${reads} reports`,
        ),
        {
          what: 'making the rollups of a year for the first time',
          measured: `${(rolledMs / 1000).toFixed(0)} s`,
          against: '',
          ratio: `${((rolledMs * 1000) / (counted + perHour)).toFixed(0)} µs an attempt`,
          bar: '–',
          met: true,
          samples: '1 run',
        },
      ];

      async function timeReads(span: typeof asked): Promise<Timed> {
        const times: number[] = [];
        const [own, postgres] = [process.cpuUsage(), stack.readCpu().postgresMs];
        for (let count = 0; count < reads; count += 1) {
          const startedAt = performance.now();
          await db.analytics.read(span);
          times.push(performance.now() - startedAt);
        }
        const { user, system } = process.cpuUsage(own);
        return { times, cpuMs: ((user + system) / 1000 + stack.readCpu().postgresMs - postgres) / reads };
      }

      async function addAttempts(prefix: string, count: number, at: string): Promise<void> {
        const ids = versions.map(({ id }) => id);
        await pool.query(
          `insert into identities (id, client_id, status) select 'idn_' || $2 || g, $1, 'verified' from generate_series(1, $3::int) g`,
          [clientId, prefix, count],
        );
        await pool.query(
          `insert into verifications (id, client_id, identity_id, flow_version_id, status, language, metadata_sealed, expires_at,
                                      created_at, inputs_completed_at, finished_at)
           select 'ver_' || $2 || g, $1, 'idn_' || $2 || g, ($4::text[])[1 + g % $5::int],
                  (array['verified', 'verified', 'verified', 'reviewNeeded', 'rejected', 'expired'])[1 + g % 6], 'en', '', now(), at,
                  at + make_interval(secs => 40 + 30 * random()), at + make_interval(secs => 75 * (1 + random()))
             from (select g, ${at} as at from generate_series(1, $3::int) g where $6::timestamptz is not null) started`,
          [clientId, prefix, count, ids, ids.length, from],
        );
        await pool.query(
          `insert into step_runs (id, verification_id, step_id, type, position, status, codes)
           select 'run_' || v.id || s.position, v.id, s.type, s.type, s.position, 'finished', '{}'
             from verifications v, unnest($1::text[]) with ordinality as s (type, position) where v.id like 'ver_' || $2 || '%'`,
          [steps, prefix],
        );
        await pool.query(
          `insert into step_attempts (step_run_id, attempt, input_sealed, codes, submitted_at)
           select r.id, 1, '', '{}', v.created_at + make_interval(secs => r.position * (5 + 10 * random()))
             from step_runs r join verifications v on v.id = r.verification_id where v.id like 'ver_' || $1 || '%'`,
          [prefix],
        );
      }

      async function simulate(flowIds: readonly string[], perHour: number): Promise<void> {
        const { rows } = await pool.query<{ until: Date }>(
          'select rolled_until as until from analytics_rollup_states where client_id = $1',
          [clientId],
        );
        const until = rows[0]?.until.getTime() ?? 0;
        await pool.query('delete from analytics_rollups where client_id = $1', [clientId]);
        const days = new Map<number, FiguresByFlow>();
        const months = new Map<number, FiguresByFlow>();
        for (let hour = startOfHour(from.getTime()); hour < until; hour += hourMs) {
          const ofHour: FiguresByFlow = new Map();
          for (const flowId of flowIds) ofHour.set(flowId, simulateHour(hour, Math.round(perHour / flowIds.length)));
          await keep('hour', hour, ofHour);
          for (const [flowId, figures] of ofHour) {
            addTo(days, startOfDay(hour), flowId, figures);
            addTo(months, startOfMonth(hour), flowId, figures);
          }
        }
        for (const [day, figures] of days) await keep('day', day, figures);
        for (const [month, figures] of months) await keep('month', month, figures);
        await pool.query('vacuum analyze analytics_rollups');
      }

      function addTo(all: Map<number, FiguresByFlow>, start: number, flowId: string, figures: FlowFigures): void {
        const known = all.get(start) ?? new Map<string, FlowFigures>();
        all.set(start, known);
        addFigures(known, flowId, figures);
      }

      async function keep(level: string, start: number, figures: FiguresByFlow): Promise<void> {
        await pool.query(
          `insert into analytics_rollups (client_id, level, start, flow_id, figures)
           select $1, $2, $3, * from unnest($4::text[], $5::jsonb[])`,
          [
            clientId,
            level,
            new Date(start),
            [...figures.keys()],
            [...figures.values()].map((one) => JSON.stringify(one)),
          ],
        );
      }
    } finally {
      await pool.end();
    }
  },
};

function simulateHour(hour: number, attempts: number): FlowFigures {
  const figures = emptyFigures();
  const { totals } = figures;
  Object.assign(totals, { started: attempts, inputsCompleted: attempts });
  for (let count = 0; count < attempts; count += 1) {
    const status = (['verified', 'verified', 'verified', 'reviewNeeded', 'rejected'] as const)[count % 5] ?? 'verified';
    totals[status] += 1;
    addTime(figures.verdictTimes);
  }
  const date = new Date(hour).toISOString().slice(0, 10);
  const { started, verified, reviewNeeded, rejected } = totals;
  figures.days[date] = { started, verified, reviewNeeded, rejected };
  figures.steps = steps.map((type, position) => {
    const times = {};
    for (let count = 0; count < attempts; count += 1) addTime(times);
    return {
      stepId: type,
      type,
      position,
      reached: attempts,
      submitted: attempts,
      finished: attempts,
      skipped: 0,
      times,
    };
  });
  figures.errors = codes.flatMap((code) =>
    platforms.flatMap((platform) => countries.map((country) => ({ code, platform, country, count: 1 }))),
  );
  return figures;
}

/** Log-normal around 20 s, from half a second to a quarter of an hour. */
function addTime(times: Record<string, number>): void {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  const ms = Math.trunc(20_000 * Math.exp(normal));
  const unit = 10 ** Math.max(0, String(ms).length - 2);
  const time = String(Math.trunc(ms / unit) * unit);
  times[time] = (times[time] ?? 0) + 1;
}
