import type { AnalyticsFigures } from '../../domain/repositories/analytics-repository.ts';
import type { Connection } from '../connection/connection.ts';
import { Prisma } from '../generated/client.ts';

interface Span {
  clientId: string;
  flowId: string | null;
  from: Date;
  to: Date;
}

const mostRows = 1_000;

/** Attempts that were started in the period, with their flow. */
const attempts = ({ clientId, flowId, from, to }: Span) => Prisma.sql`
  select v.*, f.flow_id from verifications v join flow_versions f on f.id = v.flow_version_id
   where v.client_id = ${clientId} and v.created_at >= ${from} and v.created_at < ${to}
     and (${flowId}::text is null or f.flow_id = ${flowId})`;

export async function readTotals(connection: Connection, span: Span): Promise<AnalyticsFigures['totals']> {
  const [row] = await connection.$queryRaw<AnalyticsFigures['totals'][]>`
    select count(*)::int as started, count(inputs_completed_at)::int as "inputsCompleted",
           (count(*) filter (where status = 'verified'))::int as verified,
           (count(*) filter (where status = 'reviewNeeded'))::int as "reviewNeeded",
           (count(*) filter (where status = 'rejected'))::int as rejected,
           (count(*) filter (where status = 'cancelled'))::int as cancelled,
           (count(*) filter (where status = 'expired'))::int as expired,
           (percentile_disc(0.5) within group (order by extract(epoch from finished_at - inputs_completed_at) * 1000)
             filter (where finished_at >= inputs_completed_at))::int as "medianMsToVerdict"
      from (${attempts(span)}) a`;
  if (row === undefined) throw new Error('a count answers one row');
  return row;
}

export function readDays(connection: Connection, span: Span): Promise<AnalyticsFigures['days']> {
  return connection.$queryRaw`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as started,
           (count(*) filter (where status = 'verified'))::int as verified,
           (count(*) filter (where status = 'reviewNeeded'))::int as "reviewNeeded",
           (count(*) filter (where status = 'rejected'))::int as rejected
      from (${attempts(span)}) a group by 1 order by 1 limit 366`;
}

/**
 * How many attempts reached each step, submitted it and finished it. A step is reached when the one before it in the flow has been
 * submitted or skipped. Its time runs from then (for the first step, from the start) to its first submit.
 */
export function readFunnel(connection: Connection, span: Span): Promise<AnalyticsFigures['funnel']> {
  return connection.$queryRaw`
    with runs as (
      select a.flow_id, a.created_at, r.step_id, r.type, r.position, r.status,
             (select min(t.submitted_at) from step_attempts t where t.step_run_id = r.id) as submitted_at,
             lag(r.id) over before as previous_id, lag(r.status) over before as previous_status
        from (${attempts(span)}) a join step_runs r on r.verification_id = a.id
      window before as (partition by r.verification_id order by r.position)
    ), begun as (
      select runs.*, case when previous_id is null then created_at
                          else (select min(t.submitted_at) from step_attempts t where t.step_run_id = previous_id) end as begun_at,
             previous_id is null or previous_status = 'skipped'
               or exists (select 1 from step_attempts t where t.step_run_id = previous_id) as reached
        from runs
    )
    select flow_id as "flowId", step_id as "stepId", type,
           (count(*) filter (where reached or submitted_at is not null or status <> 'waiting'))::int as reached,
           count(submitted_at)::int as submitted,
           (count(*) filter (where status = 'finished'))::int as finished,
           (count(*) filter (where status = 'skipped'))::int as skipped,
           (percentile_disc(0.5) within group (order by extract(epoch from submitted_at - begun_at) * 1000)
             filter (where submitted_at >= begun_at))::int as "medianMs"
      from begun group by flow_id, step_id, type order by flow_id, min(position), step_id limit ${mostRows}`;
}

/** Codes that the SDKs displayed, by the time at which the events arrived. */
export function readScreenErrors(
  connection: Connection,
  { clientId, flowId, from, to }: Span,
): Promise<AnalyticsFigures['errors']> {
  return connection.$queryRaw`
    select e.code, e.platform, e.country, count(*)::int as count
      from analytics_events e
     where e.client_id = ${clientId} and e.received_at >= ${from} and e.received_at < ${to}
       and e.kind = 'error' and e.code is not null
       and (${flowId}::text is null or exists (
             select 1 from verifications v join flow_versions f on f.id = v.flow_version_id
              where v.id = e.verification_id and f.flow_id = ${flowId}))
     group by e.code, e.platform, e.country order by count desc, e.code, e.platform, e.country limit ${mostRows}`;
}
