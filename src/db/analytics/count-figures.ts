import { addFigures, emptyFigures, type FiguresByFlow, type FlowFigures } from '../../domain/analytics/figures.ts';
import type { Span } from '../../domain/analytics/cover-span.ts';
import type { Statements } from '../connection/connection.ts';

interface Asked extends Span {
  clientId: string;
  flowId: string | null;
}

interface Key {
  /** Start of the hour, ms since 1970. */
  hour: number;
  flowId: string;
}

/** Figures of each hour, by its start in ms since 1970. */
export type FiguresByHour = Map<number, FiguresByFlow>;

const hourOf = (column: string) => `(extract(epoch from date_trunc('hour', ${column}, 'UTC')) * 1000)::float8`;
/** Milliseconds with two significant digits. */
const timeFrom = (start: string, end: string) => {
  const ms = `trunc(extract(epoch from ${end} - ${start})::numeric * 1000)`;
  return `case when ${end} >= ${start} then trunc(${ms}, 2 - length(${ms}::text))::bigint::text end`;
};

/** `$1` is the client, `$2` the flow or null, `$3` and `$4` the period in which the attempts were started. */
const attempts = `
  select v.*, f.flow_id from verifications v join flow_versions f on f.id = v.flow_version_id
   where v.client_id = $1 and v.created_at >= $3 and v.created_at < $4 and ($2::text is null or f.flow_id = $2)`;

/** Counts the rows themselves. The rollups of whole hours were counted in the same way. */
export async function countFigures(statements: Statements, asked: Asked): Promise<FiguresByHour> {
  const hours: FiguresByHour = new Map();
  const add = ({ hour, flowId }: Key, figures: Partial<FlowFigures>) => {
    const ofHour = hours.get(hour) ?? new Map<string, FlowFigures>();
    hours.set(hour, ofHour);
    addFigures(ofHour, flowId, { ...emptyFigures(), ...figures });
  };
  const values = [asked.clientId, asked.flowId, asked.from, asked.to];
  await countAttempts(statements, values, add);
  await countSteps(statements, values, add);
  await countErrors(statements, values, add);
  return hours;
}

type Add = (key: Key, figures: Partial<FlowFigures>) => void;

async function countAttempts(statements: Statements, values: unknown[], add: Add): Promise<void> {
  const { rows } = await statements.query<Key & FlowFigures['totals'] & { time: string | null }>({
    text: `
      select ${hourOf('created_at')} as hour, flow_id as "flowId", ${timeFrom('inputs_completed_at', 'finished_at')} as time,
             count(*)::float8 as started, count(inputs_completed_at)::float8 as "inputsCompleted",
             (count(*) filter (where status = 'verified'))::float8 as verified,
             (count(*) filter (where status = 'reviewNeeded'))::float8 as "reviewNeeded",
             (count(*) filter (where status = 'rejected'))::float8 as rejected,
             (count(*) filter (where status = 'cancelled'))::float8 as cancelled,
             (count(*) filter (where status = 'expired'))::float8 as expired
        from (${attempts}) a group by 1, 2, 3`,
    values,
  });
  for (const { hour, flowId, time, ...totals } of rows) {
    const { started, verified, reviewNeeded, rejected } = totals;
    const date = new Date(hour).toISOString().slice(0, 10);
    add(
      { hour, flowId },
      {
        totals,
        verdictTimes: time === null ? {} : { [time]: started },
        days: { [date]: { started, verified, reviewNeeded, rejected } },
      },
    );
  }
}

/**
 * A step is reached when the one before it in the flow has been submitted or skipped. Its time runs from then (for the first step, from the
 * start) to its first submit.
 */
async function countSteps(statements: Statements, values: unknown[], add: Add): Promise<void> {
  type Step = Omit<FlowFigures['steps'][number], 'times'>;
  const { rows } = await statements.query<Key & Step & { time: string | null; all: number }>({
    text: `
      with runs as (
        select a.flow_id, a.created_at, r.step_id, r.type, r.position, r.status, r.verification_id,
               (select min(t.submitted_at) from step_attempts t where t.step_run_id = r.id) as submitted_at
          from (${attempts}) a join step_runs r on r.verification_id = a.id
      ), begun as (
        select runs.*, lag(step_id) over before is null as first,
               lag(submitted_at) over before as previous_at, lag(status) over before as previous_status
          from runs window before as (partition by verification_id order by position)
      ), timed as (
        select begun.*, case when first then created_at else previous_at end as begun_at,
               first or previous_status = 'skipped' or previous_at is not null as reached
          from begun
      )
      select ${hourOf('created_at')} as hour, flow_id as "flowId", step_id as "stepId", type, min(position) as position,
             ${timeFrom('begun_at', 'submitted_at')} as time, count(*)::float8 as all,
             (count(*) filter (where reached or submitted_at is not null or status <> 'waiting'))::float8 as reached,
             count(submitted_at)::float8 as submitted,
             (count(*) filter (where status = 'finished'))::float8 as finished,
             (count(*) filter (where status = 'skipped'))::float8 as skipped
        from timed group by 1, 2, 3, 4, 6`,
    values,
  });
  for (const { hour, flowId, time, all, ...step } of rows) {
    add({ hour, flowId }, { steps: [{ ...step, times: time === null ? {} : { [time]: all } }] });
  }
}

/**
 * Codes that the SDKs displayed, by the time at which the events arrived. This may be in any month after the start of the attempt, so that
 * Postgres looks into every partition. Planning that took five times as long as the count: the statement has a name, and it hides its values
 * from the planner (`offset 0`), which then keeps the plan. An hour has few events, so each finds its attempt by its key.
 */
async function countErrors(statements: Statements, values: unknown[], add: Add): Promise<void> {
  const { rows } = await statements.query<Key & FlowFigures['errors'][number]>({
    name: 'count-screen-errors',
    text: `
      select ${hourOf('e.received_at')} as hour, f.flow_id as "flowId", e.code, e.platform, e.country, count(*)::float8 as count
        from (select $1::text as client_id, $3::timestamptz as lower, $4::timestamptz as upper offset 0) asked
       cross join lateral (
         select * from analytics_events s
          where s.client_id = asked.client_id and s.received_at >= asked.lower and s.received_at < asked.upper
            and s.kind = 'error' and s.code is not null offset 0) e
       cross join lateral (select flow_version_id from verifications where id = e.verification_id offset 0) v
       cross join lateral (select flow_id from flow_versions where id = v.flow_version_id offset 0) f
       where $2::text is null or f.flow_id = $2
       group by 1, 2, 3, 4, 5`,
    values,
  });
  for (const { hour, flowId, ...error } of rows) add({ hour, flowId }, { errors: [error] });
}
