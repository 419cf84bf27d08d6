import {
  dayMs,
  hourMs,
  startOfDay,
  startOfHour,
  startOfMonth,
  type Piece,
  type RollupLevel,
  type Span,
} from '../../domain/analytics/cover-span.ts';
import { addFigures, type FiguresByFlow, type FlowFigures } from '../../domain/analytics/figures.ts';
import type { Statements } from '../connection/connection.ts';
import { countFigures, type FiguresByHour } from './count-figures.ts';

/** Distinguishes this advisory lock from others. */
const lockClass = 1_380_927_575;
/** The most attempts that one transaction counts, unless one hour has more. */
const mostAttempts = 50_000;
/** How many changed hours one transaction counts again. */
const mostMarked = 4;
/**
 * An hour is counted this long after its end. Changes within ten minutes of a start leave no mark, and their transactions have ended by
 * then.
 */
const settledAfterMinutes = 30;

/** The state of a client's rollups: the end of the counted hours, and the counted hours that have changed since. */
export async function findRollups(
  statements: Statements,
  { clientId, from, to }: Span & { clientId: string },
): Promise<{ rolledUntil: Date | null; marked: Date[] }> {
  const { rows } = await statements.query<{ rolledUntil: Date | null; marked: number[] }>({
    name: 'find-rollups',
    text: `select (select rolled_until from analytics_rollup_states where client_id = $1) as "rolledUntil",
                  array(select distinct extract(epoch from hour)::float8 * 1000 from analytics_marks
                         where client_id = $1 and hour > $2::timestamptz - interval '1 hour' and hour < $3) as marked`,
    values: [clientId, from, to],
  });
  const { rolledUntil = null, marked = [] } = rows[0] ?? {};
  return { rolledUntil, marked: marked.map((ms) => new Date(ms)) };
}

export async function readRollups(
  statements: Statements,
  { clientId, flowId }: { clientId: string; flowId: string | null },
  pieces: readonly Piece[],
): Promise<{ start: Date; flowId: string; figures: FlowFigures }[]> {
  if (pieces.length === 0) return [];
  const { rows } = await statements.query<{ start: Date; flowId: string; figures: FlowFigures }>({
    name: 'read-rollups',
    text: `select r.start, r.flow_id as "flowId", r.figures
             from unnest($2::text[], $3::timestamptz[]) as piece (level, start)
             join analytics_rollups r on r.client_id = $1 and r.level = piece.level and r.start = piece.start
            where $4::text is null or r.flow_id = $4`,
    values: [clientId, pieces.map(({ level }) => level), pieces.map(({ start }) => start), flowId],
  });
  return rows;
}

/** Clients with hours that are over and not counted yet, or counted and changed since. */
export async function listToRollUp(statements: Statements): Promise<string[]> {
  const { rows } = await statements.query<{ id: string }>({
    name: 'list-clients-to-roll-up',
    text: `select c.id from clients c left join analytics_rollup_states s on s.client_id = c.id
            where s.rolled_until is null or s.rolled_until <= now() - make_interval(mins => ${settledAfterMinutes + 60})
               or exists (select 1 from analytics_marks m where m.client_id = c.id)
            order by c.id`,
  });
  return rows.map(({ id }) => id);
}

/** Counts some of the client's hours. Requires a transaction. Returns whether more hours are left. */
export async function rollUp(statements: Statements, clientId: string): Promise<boolean> {
  await statements.query({
    name: 'lock-rollups',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [lockClass, clientId],
  });
  // The statements after this one see every change whose mark is deleted here.
  const { rows: marks } = await statements.query<{ hour: Date }>({
    name: 'take-analytics-marks',
    text: `delete from analytics_marks where client_id = $1 and hour in
             (select distinct hour from analytics_marks where client_id = $1 order by hour limit ${mostMarked})
           returning hour`,
    values: [clientId],
  });
  const { from, to, target } = await findStretch(statements, clientId);
  const changed = [...new Set(marks.map(({ hour }) => hour.getTime()))].filter((hour) => hour < from);
  const spans = [...changed.map((hour) => ({ from: hour, to: hour + hourMs })), ...(from < to ? [{ from, to }] : [])];
  for (const span of spans) {
    const stretch = { clientId, flowId: null, from: new Date(span.from), to: new Date(span.to) };
    await replaceHours(statements, stretch, await countFigures(statements, stretch));
  }
  const hours = spans.flatMap((span) => stepsOf(span.from, span.to, hourMs));
  await sumUp(statements, { clientId, hours, until: to });
  await statements.query({
    name: 'note-rolled-until',
    text: `insert into analytics_rollup_states (client_id, rolled_until) values ($1, $2)
           on conflict (client_id) do update set rolled_until = excluded.rolled_until`,
    values: [clientId, new Date(to)],
  });
  return to < target || changed.length === mostMarked;
}

/** The next hours to count: at most a day, and at most `mostAttempts` attempts. */
async function findStretch(
  statements: Statements,
  clientId: string,
): Promise<{ from: number; to: number; target: number }> {
  const { rows } = await statements.query<{ target: number; known: number | null }>({
    name: 'find-rolled-until',
    text: `select extract(epoch from now() - make_interval(mins => ${settledAfterMinutes}))::float8 * 1000 as target,
                  extract(epoch from coalesce(
                    (select rolled_until from analytics_rollup_states where client_id = $1),
                    least((select min(created_at) from verifications where client_id = $1),
                          (select min(received_at) from analytics_events where client_id = $1))))::float8 * 1000 as known`,
    values: [clientId],
  });
  const target = startOfHour(rows[0]?.target ?? 0);
  const from = Math.min(target, startOfHour(rows[0]?.known ?? target));
  const { rows: full } = await statements.query<{ at: number }>({
    name: 'find-full-stretch',
    text: `select extract(epoch from created_at)::float8 * 1000 as at from verifications
            where client_id = $1 and created_at >= $2 and created_at < $3 order by created_at offset ${mostAttempts} limit 1`,
    values: [clientId, new Date(from), new Date(Math.min(target, from + dayMs))],
  });
  const fullAt = Math.max(from + hourMs, startOfHour(full[0]?.at ?? Infinity));
  return { from, to: Math.min(target, from + dayMs, fullAt), target };
}

async function replaceHours(
  statements: Statements,
  { clientId, from, to }: Span & { clientId: string },
  hours: FiguresByHour,
): Promise<void> {
  await statements.query({
    name: 'delete-rolled-hours',
    text: `delete from analytics_rollups where client_id = $1 and level = 'hour' and start >= $2 and start < $3`,
    values: [clientId, from, to],
  });
  await insert(
    statements,
    clientId,
    'hour',
    [...hours].map(([start, figures]) => ({ start, figures })),
  );
}

/** Rebuilds the days and months that contain one of these hours and are over. */
async function sumUp(
  statements: Statements,
  { clientId, hours, until }: { clientId: string; hours: readonly number[]; until: number },
): Promise<void> {
  const days = new Set(hours.map(startOfDay).filter((day) => day + dayMs <= until));
  for (const day of days) {
    await sumOf('day', day, 'hour', stepsOf(day, day + dayMs, hourMs));
  }
  const months = new Set([...days].map((day) => startOfMonth(day)).filter((month) => startOfMonth(month, 1) <= until));
  for (const month of months) {
    await sumOf('month', month, 'day', stepsOf(month, startOfMonth(month, 1), dayMs));
  }

  async function sumOf(level: RollupLevel, start: number, partLevel: RollupLevel, parts: readonly number[]) {
    const pieces = parts.map((part) => ({ level: partLevel, start: new Date(part) }));
    const figures: FiguresByFlow = new Map();
    for (const row of await readRollups(statements, { clientId, flowId: null }, pieces)) {
      addFigures(figures, row.flowId, row.figures);
    }
    await statements.query({
      name: 'delete-rolled-sum',
      text: `delete from analytics_rollups where client_id = $1 and level = $2 and start = $3`,
      values: [clientId, level, new Date(start)],
    });
    await insert(statements, clientId, level, [{ start, figures }]);
  }
}

async function insert(
  statements: Statements,
  clientId: string,
  level: RollupLevel,
  all: readonly { start: number; figures: FiguresByFlow }[],
): Promise<void> {
  const rows = all.flatMap(({ start, figures }) => [...figures].map(([flowId, sum]) => ({ start, flowId, sum })));
  if (rows.length === 0) return;
  await statements.query({
    name: 'insert-rollups',
    text: `insert into analytics_rollups (client_id, level, start, flow_id, figures)
           select $1, $2, * from unnest($3::timestamptz[], $4::text[], $5::jsonb[])`,
    values: [
      clientId,
      level,
      rows.map(({ start }) => new Date(start)),
      rows.map(({ flowId }) => flowId),
      rows.map(({ sum }) => JSON.stringify(sum)),
    ],
  });
}

function stepsOf(from: number, to: number, stepMs: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / stepMs)) }, (_, index) => from + index * stepMs);
}
