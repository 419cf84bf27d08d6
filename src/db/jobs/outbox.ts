import { newId } from '../../domain/id.ts';
import { isShared, jobs, type JobName, type JobPayload, type QueueName } from '../../domain/jobs/job.ts';
import type { ClientLine } from '../../domain/jobs/waiting-time.ts';
import type { QueuedJob } from '../../domain/ports/job-queue.ts';
import type { OutboxRepository, QueueBacklog } from '../../domain/repositories/outbox-repository.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import { isDue } from '../connection/batch-forms.ts';
import { Prisma } from '../generated/client.ts';
import type { BatchedStatements } from '../connection/batched-statements.ts';

/** The jobs that this version can work on; rows of a newer version wait for it. */
const jobNames = Object.keys(jobs);

interface Row {
  id: string;
  queue: string;
  job: string;
  payload: unknown;
  clientId: string | null;
  test: boolean;
  behind: boolean;
}

export function newJob<J extends JobName>(job: J, payload: JobPayload<J>, clientId: string | null): QueuedJob {
  const { queue } = jobs[job];
  return {
    outboxId: newId('outbox'),
    job,
    queue,
    payload,
    clientId: isShared(queue) ? clientId : null,
    test: false,
    behind: false,
  };
}

async function insertJobs(statements: Statements, queued: readonly QueuedJob[]): Promise<void> {
  await statements.query({
    name: 'insert-jobs',
    text: `insert into outbox (id, queue, job, payload, client_id)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::text[])`,
    values: [
      queued.map(({ outboxId }) => outboxId),
      queued.map(({ queue }) => queue),
      queued.map(({ job }) => job),
      queued.map(({ payload }) => JSON.stringify(payload)),
      queued.map(({ clientId }) => clientId ?? ''),
    ],
  });
}

export function createOutboxRepository(
  connection: Connection,
  statements: Statements,
  batched: BatchedStatements,
): OutboxRepository {
  return {
    async add(job, payload, clientId) {
      const queued = newJob(job, payload, clientId);
      await insertJobs(statements, [queued]);
      return queued;
    },

    async addAll(job, all) {
      const queued = all.map(({ payload, clientId }) => newJob(job, payload, clientId));
      if (queued.length > 0) await insertJobs(statements, queued);
      return queued;
    },

    async claimDue(limit, except) {
      const rows = await connection.$queryRaw<Row[]>`
        update outbox set enqueued_at = now()
         where id in (select id from outbox
                       where enqueued_at is null and ${Prisma.raw(isDue)}
                         and queue <> all(${[...except]}::text[]) and job = any(${jobNames}::text[]) and client_id = ''
                       order by available_at limit ${limit} for update skip locked)
        returning id, queue, job, payload, null as "clientId", false as test, false as behind`;
      return rows.map(toQueuedJob);
    },

    async claimShares(queue, { clientIds, atMost }) {
      const { rows } = await statements.query<Row>({
        name: clientIds === null ? 'claim-all-shares' : 'claim-shares',
        // What a client has in the queue or in progress is among its oldest due rows, so this reads only as many rows as a client may have.
        text: `
          with recursive owner (client_id) as (${clientIds === null ? everyOwner : 'select unnest($6::text[]) limit $7'}),
          share as (
            select w.client_id, c.mode, h.waiting,
                   least($2 * coalesce((c.settings ->> 'queueWeight')::int, 1) - h.waiting, $3 - h.all) as free
              from owner w join clients c on c.id = w.client_id
             cross join lateral (
               select count(*) filter (where begun_at is null) as waiting, count(*) as all
                 from (select enqueued_at, begun_at from outbox
                        where queue = $1 and client_id = w.client_id and client_id <> '' and ${isDue}
                        order by available_at, id limit $3) oldest
                where enqueued_at is not null) h),
          due as (
            select o.id, s.mode, s.waiting + row_number() over (partition by s.client_id order by o.available_at, o.id) > $5 as behind
              from share s
             cross join lateral (
               select id, available_at from outbox
                where queue = $1 and client_id = s.client_id and client_id <> ''
                  and enqueued_at is null and ${isDue} and job = any($4)
                order by available_at, id limit greatest(0, s.free) for update skip locked) o)
          update outbox set enqueued_at = now(), begun_at = null
            from due where outbox.id = due.id
          returning outbox.id, queue, job, payload, client_id as "clientId", due.mode = 'test' as test, due.behind`,
        values: [
          queue,
          atMost.waiting,
          atMost.enqueued,
          jobNames,
          atMost.first,
          // The limit limits nothing: with it, Postgres expects few clients before it knows them, and keeps its plan.
          ...(clientIds === null ? [] : [clientIds, clientIds.length]),
        ],
      });
      return rows.map(toQueuedJob);
    },

    async listLines(queue, atMost) {
      const { rows } = await statements.query<ClientLine>({
        name: 'list-lines',
        text: `
          with recursive owner (client_id) as (${everyOwner})
          select w.client_id as "clientId", c.mode = 'test' as test, coalesce((c.settings ->> 'queueWeight')::int, 1) as weight,
                 l.jobs, l.more
            from owner w join clients c on c.id = w.client_id
           cross join lateral (
             select coalesce(json_agg(json_build_object('ofId', payload ->> 'stepRunId', 'runningMs',
                                        case when enqueued_at is not null then extract(epoch from now() - begun_at) * 1000 end)
                                      order by available_at, id) filter (where place <= $2), '[]') as jobs,
                    count(*) > $2 as more
               from (select *, row_number() over (order by available_at, id) as place
                       from (select id, payload, available_at, enqueued_at, begun_at from outbox
                              where queue = $1 and client_id = w.client_id and client_id <> '' and ${isDue}
                              order by available_at, id limit $2 + 1) oldest) numbered) l
           where json_array_length(l.jobs) > 0`,
        values: [queue, atMost],
      });
      return rows;
    },

    async countUnfinished(queue, clientId, atMost) {
      const { rows } = await statements.query<{ count: number }>({
        name: 'count-unfinished',
        text: `select count(*)::int as count
                 from (select 1 from outbox where queue = $1 and client_id = $2 and client_id <> '' limit $3) found`,
        values: [queue, clientId, atMost],
      });
      return rows[0]?.count ?? 0;
    },

    async unclaim(outboxIds) {
      // A row that somebody holds stays claimed. The queue does not know it, so the reconciler makes it due again.
      await connection.$executeRaw`
        update outbox set enqueued_at = null
         where id in (select id from outbox where id = any(${outboxIds}) for update skip locked)`;
    },

    async listUnfinished(job) {
      const { rows } = await statements.query<{ payload: unknown }>({
        text: 'select payload from outbox where job = $1 order by id',
        values: [job],
      });
      // The compiler cannot follow the payload's type through the table.
      return rows.map(({ payload }) => jobs[job].payload.parse(payload) as JobPayload<typeof job>);
    },

    async measureUnclaimed() {
      const { rows } = await statements.query<{ queue: QueueName; oldestSeconds: number }>({
        name: 'measure-unclaimed',
        // On a shared queue, the rest of a client's jobs waits by design while one of them is in the queue.
        text: `with unclaimed as (
                 select queue, client_id, min(available_at) as oldest
                   from outbox where enqueued_at is null and ${isDue} group by queue, client_id)
               select queue, greatest(0, extract(epoch from now() - min(oldest)))::float8 as "oldestSeconds"
                 from unclaimed u
                where client_id = ''
                   or not exists (select 1 from outbox w
                                   where w.queue = u.queue and w.client_id = u.client_id and w.client_id <> ''
                                     and w.enqueued_at is not null)
                group by queue`,
      });
      return rows;
    },

    async measure() {
      const { rows } = await statements.query<QueueBacklog>({
        name: 'measure-outbox',
        text: `select queue, count(*) filter (where ${isDue})::int as "dueJobs",
                      count(*) filter (where not (${isDue}))::int as "laterJobs",
                      greatest(0, extract(epoch from now() - min(available_at) filter (where ${isDue})))::float8
                        as "oldestSeconds"
                 from outbox group by queue`,
      });
      return rows;
    },

    markEnqueued: (outboxIds) => batched.markEnqueued(outboxIds),

    async listEnqueued({ queue, olderThanSeconds, after, limit }) {
      const { rows } = await statements.query<{ id: string }>({
        name: 'list-enqueued',
        text: `select id from outbox
                where id > $1 and queue = $2 and job = any($3) and enqueued_at < now() - make_interval(secs => $4)
                order by id limit $5`,
        values: [after, queue, jobNames, olderThanSeconds, limit],
      });
      return rows.map(({ id }) => id);
    },

    async releaseLost(outboxIds, olderThanSeconds) {
      const { rowCount } = await statements.query({
        name: 'release-lost',
        text: `update outbox set enqueued_at = null, available_at = now()
                where id in (select id from outbox
                              where id = any($1) and enqueued_at < now() - make_interval(secs => $2)
                                for update skip locked)`,
        values: [outboxIds, olderThanSeconds],
      });
      return rowCount ?? 0;
    },

    async release(outboxIds, delayMs = 0) {
      await connection.$executeRaw`
        update outbox set enqueued_at = null, available_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
         where id = any(${outboxIds})`;
    },

    async giveBack({ outboxId, round }, delayMs) {
      await connection.$executeRaw`
        update outbox
           set attempts = case when created_at > now() - interval '1 day' then greatest(0, attempts - 1) else attempts end,
               enqueued_at = null, available_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
         where id = ${outboxId} and round = ${round}`;
    },

    async hasUnfinishedRun(outboxId) {
      // Each time that a client's job is queued sets the time again.
      const { rowCount } = await statements.query({
        name: 'has-unfinished-run',
        text: `select 1 from outbox where id = $1 and begun_at is not null and client_id <> ''`,
        values: [outboxId],
      });
      return rowCount === 1;
    },

    begin: (outboxId) => batched.begin(outboxId),

    async complete({ outboxId, round }) {
      const { rowCount } = await statements.query({
        name: 'complete-job',
        text: 'delete from outbox where id = $1 and round = $2',
        values: [outboxId, round],
      });
      return rowCount === 1;
    },

    async postpone({ outboxId, round }, afterMs) {
      const count = await connection.$executeRaw`
        update outbox set round = round + 1, attempts = 0, enqueued_at = null,
                          available_at = now() + make_interval(secs => ${afterMs / 1000}::float8)
         where id = ${outboxId} and round = ${round}`;
      return count === 1;
    },
  };
}

/** Clients with rows on the queue: one index step per client, however many rows it has. */
const everyOwner = `
  (select client_id from outbox where queue = $1 and client_id <> '' order by client_id limit 1)
  union all
  select (select o.client_id from outbox o where o.queue = $1 and o.client_id > w.client_id and o.client_id <> ''
           order by o.client_id limit 1)
    from owner w where w.client_id is not null`;

function toQueuedJob({ id, job, payload, clientId, test, behind }: Row): QueuedJob {
  if (!isJobName(job)) throw new Error('the outbox holds a job that this version does not know');
  return { outboxId: id, job, queue: jobs[job].queue, payload, clientId, test, behind };
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}
