import pg from 'pg';
import { quantile, type Row, type Section } from '../section.ts';

const due = 10_000;
const erased = 1_000_000;
const returned = 500_000;
const rounds = 20;
const batch = 100;
const days = 30;
/** A list may take this many times as long with a million erased people as without them. */
const mostTimes = 1.5;
const mostPassMs = 10_000;

/** The listing that an hourly run makes before it erases anybody: its cost must not grow with what was erased in earlier years. */
export const retention: Section = {
  name: 'retention',
  title: 'Retention: finding what is due',
  async measure(stack, say) {
    const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
    const { clientId } = stack.demo;
    const { rows: versions } = await pool.query<{ id: string }>('select id from flow_versions where flow_id = $1', [
      stack.demo.flows['document-only'],
    ]);
    const flowVersionId = versions[0]?.id;
    const { retentions } = stack.container.db;
    const lists = {
      'people who are due': () => retentions.listOldIdentities(clientId, days, batch, [], ''),
      'attempts that are due': () => retentions.listOldVerifications(clientId, days, batch, []),
      'attempts with files that are due': () => retentions.listWithOldMedia(clientId, days, batch, []),
    };
    type ListName = keyof typeof lists;

    try {
      say(`${due} people, each with an attempt and a file, ${days + 70} days old`);
      await addPeople('due', due, 'verified');
      await addFiles();
      const alone = await timeAll();
      say(`${erased} erased people`);
      await addPeople('a', erased, 'deleted');
      const amongErased = await timeAll();
      say(`${returned} people who came back: their old attempts have no files any more`);
      await addPeople('b', returned, 'verified');
      await addAttempts('b', returned, 'verified', 1, 'back');
      const amongReturned = await timeAll(1);
      const first = (name: ListName, times: Record<ListName, number[]>) => quantile(times[name], 0.5);
      const ratioRow = (name: ListName, others: Record<ListName, number[]>, among: string): Row => {
        const ratio = first(name, others) / first(name, alone);
        return {
          what: `the next ${batch} ${name}, among ${among}`,
          measured: `p50 ${first(name, others).toFixed(1)} ms, longest ${Math.max(...others[name]).toFixed(1)} ms`,
          against: `p50 ${first(name, alone).toFixed(1)} ms without them`,
          ratio: ratio.toFixed(2),
          bar: `≤ ${mostTimes}`,
          met: ratio <= mostTimes,
          samples: `${others[name].length} lists, ${due} due`,
        };
      };
      const pass = first('people who are due', amongReturned);
      return [
        ...(Object.keys(lists) as ListName[]).map((name) => ratioRow(name, amongErased, `${erased} erased people`)),
        ratioRow('attempts with files that are due', amongReturned, `${returned} old attempts whose files are gone`),
        {
          what: `one pass over ${returned} people who came back lately, once a run`,
          measured: `${pass.toFixed(0)} ms`,
          against: '',
          ratio: `${pass.toFixed(0)} ms`,
          bar: `≤ ${mostPassMs} ms an hour`,
          met: pass <= mostPassMs,
          samples: '1 pass',
        },
      ];
    } finally {
      await pool.end();
    }

    async function addPeople(prefix: string, count: number, status: string): Promise<void> {
      await pool.query(
        `insert into identities (id, client_id, status, created_at)
         select 'idn_' || $2 || lpad(g::text, 12, '0'), $1, $3, now() - make_interval(days => $4) from generate_series(1, $5) g`,
        [clientId, prefix, status, days + 70, count],
      );
      await addAttempts(prefix, count, status, days + 70);
      // Background work on a million new rows must not run while the lists are timed.
      await pool.query('vacuum analyze identities');
      await pool.query('vacuum analyze verifications');
      await pool.query('checkpoint');
    }

    async function addAttempts(prefix: string, count: number, status: string, age: number, idPrefix = prefix) {
      await pool.query(
        `insert into verifications (id, client_id, identity_id, flow_version_id, status, language, metadata_sealed, expires_at,
                                    created_at, finished_at)
         select 'ver_' || $6 || lpad(g::text, 12, '0'), $1, 'idn_' || $2 || lpad(g::text, 12, '0'), $3, $4, 'en', ''::bytea, now(),
                now() - make_interval(days => $5), now() - make_interval(days => $5)
           from generate_series(1, $7) g`,
        [clientId, prefix, flowVersionId, status, age, idPrefix, count],
      );
      await pool.query('analyze verifications');
    }

    async function addFiles(): Promise<void> {
      await pool.query(
        `insert into step_runs (id, verification_id, step_id, type, position, status, codes)
         select 'run_' || v.id, v.id, 'document', 'document', 0, 'finished', '{}' from verifications v where v.id like 'ver_due%'`,
      );
      await pool.query(
        `insert into media (id, client_id, identity_id, verification_id, step_run_id, attempt, kind, content_type, bytes, object_key,
                            codes, created_at)
         select 'med_' || v.id, v.client_id, v.identity_id, v.id, 'run_' || v.id, 1, 'document-front', 'image/jpeg', 1, v.id, '{}',
                v.created_at from verifications v where v.id like 'ver_due%'`,
      );
      await pool.query('analyze media');
    }

    async function timeAll(times = rounds): Promise<Record<ListName, number[]>> {
      return {
        'people who are due': await time('people who are due', times),
        'attempts that are due': await time('attempts that are due', times),
        'attempts with files that are due': await time('attempts with files that are due', rounds),
      };
    }

    async function time(name: ListName, times: number): Promise<number[]> {
      const taken: number[] = [];
      for (let round = 0; round < times; round += 1) {
        const startedAt = performance.now();
        const rows = await lists[name]();
        taken.push(performance.now() - startedAt);
        if (rows.length !== batch) throw new Error(`${rows.length} ${name} were found, not ${batch}`);
      }
      return taken;
    }
  },
};
