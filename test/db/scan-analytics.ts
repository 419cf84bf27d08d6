import type pg from 'pg';
import type { AnalyticsFigures } from '../../src/domain/repositories/analytics-repository.ts';

interface Span {
  clientId: string;
  flowId: string | null;
  from: Date;
  to: Date;
}

const attempts = `
  select v.*, f.flow_id from verifications v join flow_versions f on f.id = v.flow_version_id
   where v.client_id = $1 and v.created_at >= $3 and v.created_at < $4 and ($2::text is null or f.flow_id = $2)`;

/** The figures of a period, counted from the rows alone and without rollups: what the service must report, whatever it has stored. */
export async function scanAnalytics(sql: pg.Pool, { clientId, flowId, from, to }: Span): Promise<AnalyticsFigures> {
  const values = [clientId, flowId, from, to];
  const ask = async <Row extends pg.QueryResultRow>(text: string) => (await sql.query<Row>(text, values)).rows;
  const [totals] = await ask<AnalyticsFigures['totals']>(`
    select count(*)::float8 as started, count(inputs_completed_at)::float8 as "inputsCompleted",
           (count(*) filter (where status = 'verified'))::float8 as verified,
           (count(*) filter (where status = 'reviewNeeded'))::float8 as "reviewNeeded",
           (count(*) filter (where status = 'rejected'))::float8 as rejected,
           (count(*) filter (where status = 'cancelled'))::float8 as cancelled,
           (count(*) filter (where status = 'expired'))::float8 as expired,
           (percentile_disc(0.5) within group (order by extract(epoch from finished_at - inputs_completed_at) * 1000)
             filter (where finished_at >= inputs_completed_at))::float8 as "medianMsToVerdict"
      from (${attempts}) a`);
  if (totals === undefined) throw new Error('a count answers one row');
  const days = await ask<AnalyticsFigures['days'][number]>(`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::float8 as started,
           (count(*) filter (where status = 'verified'))::float8 as verified,
           (count(*) filter (where status = 'reviewNeeded'))::float8 as "reviewNeeded",
           (count(*) filter (where status = 'rejected'))::float8 as rejected
      from (${attempts}) a group by 1 order by 1 limit 366`);
  const funnel = await ask<AnalyticsFigures['funnel'][number]>(`
    with runs as (
      select a.flow_id, a.created_at, r.step_id, r.type, r.position, r.status,
             (select min(t.submitted_at) from step_attempts t where t.step_run_id = r.id) as submitted_at,
             lag(r.id) over before as previous_id, lag(r.status) over before as previous_status
        from (${attempts}) a join step_runs r on r.verification_id = a.id
      window before as (partition by r.verification_id order by r.position)
    ), begun as (
      select runs.*, case when previous_id is null then created_at
                          else (select min(t.submitted_at) from step_attempts t where t.step_run_id = previous_id) end as begun_at,
             previous_id is null or previous_status = 'skipped'
               or exists (select 1 from step_attempts t where t.step_run_id = previous_id) as reached
        from runs
    )
    select flow_id as "flowId", step_id as "stepId", type,
           (count(*) filter (where reached or submitted_at is not null or status <> 'waiting'))::float8 as reached,
           count(submitted_at)::float8 as submitted,
           (count(*) filter (where status = 'finished'))::float8 as finished,
           (count(*) filter (where status = 'skipped'))::float8 as skipped,
           (percentile_disc(0.5) within group (order by extract(epoch from submitted_at - begun_at) * 1000)
             filter (where submitted_at >= begun_at))::float8 as "medianMs"
      from begun group by flow_id, step_id, type order by flow_id collate "C", min(position), step_id collate "C" limit 1000`);
  const errors = await ask<AnalyticsFigures['errors'][number]>(`
    select e.code, e.platform, e.country, count(*)::float8 as count
      from analytics_events e
     where e.client_id = $1 and e.received_at >= $3 and e.received_at < $4
       and e.kind = 'error' and e.code is not null
       and ($2::text is null or exists (
             select 1 from verifications v join flow_versions f on f.id = v.flow_version_id
              where v.id = e.verification_id and f.flow_id = $2))
     group by e.code, e.platform, e.country
     order by count desc, e.code collate "C", e.platform collate "C", e.country collate "C" limit 1000`);
  return {
    totals: { ...totals, medianMsToVerdict: twoDigitsOf(totals.medianMsToVerdict) },
    days,
    funnel: funnel.map((step) => ({ ...step, medianMs: twoDigitsOf(step.medianMs) })),
    errors,
  };
}

function twoDigitsOf(ms: number | null): number | null {
  if (ms === null) return null;
  const unit = 10 ** Math.max(0, String(Math.trunc(ms)).length - 2);
  return Math.trunc(ms / unit) * unit;
}
