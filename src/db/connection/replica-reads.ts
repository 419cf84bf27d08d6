import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { within } from '../../domain/within.ts';
import type { Statements } from './connection.ts';

/** Where a read went: `late` and `away` mean the primary, because of the replica. */
export type ReplicaRead = 'replica' | 'late' | 'away';

/** A replica of the same data centre is milliseconds behind. A person who waits for a list does not notice this much. */
const waitMs = 250;
const pauseMs = 5;
/** A replica that was late or away is not asked for so long, so that one read in many pays for it. */
const restMs = 5_000;
/** The statement was cancelled for taking too long, which it would on the primary, too. */
const tookTooLong = '57014';

/**
 * Statements that read from a replica what the primary has already committed: the replica must have replayed everything that the primary
 * had committed when the read began. So a read there never misses a change that its caller made before, on whichever process. Otherwise, and
 * whenever the replica fails, the primary answers.
 */
export function createReplicaReads(
  primary: Statements,
  replica: pg.Pool,
  onRead: (read: ReplicaRead) => void,
): Statements {
  let rest: { until: number; because: ReplicaRead } = { until: 0, because: 'away' };

  /** Once for all reads that arrive while it is in progress for others. */
  const findState = batchCalls(
    async (reads: undefined[]) => {
      const deadline = performance.now() + waitMs;
      // The replica's connection may hang without end.
      const replayed = within<ReplicaRead>(waitMs + pauseMs, waitUntilReplayed(deadline), () => 'late');
      const state = await replayed.catch((): ReplicaRead => 'away');
      if (state !== 'replica') restAfter(state);
      return reads.map(() => state);
    },
    { maxConcurrency: 4, startAnotherAfterMs: 10 },
  );

  function restAfter(because: ReplicaRead): void {
    rest = { until: performance.now() + restMs, because };
  }

  async function waitUntilReplayed(deadline: number): Promise<ReplicaRead> {
    // Without a synchronous commit, what a caller was promised may not be in the log yet.
    const { rows } = await primary.query<{ position: string | null; system: string }>({
      name: 'find-wal-position',
      text: `select case when current_setting('synchronous_commit') <> 'off' then pg_current_wal_flush_lsn()::text end as position,
                    system_identifier::text as system from pg_control_system()`,
    });
    const [here] = rows;
    if (here?.position == null) return 'late';
    for (;;) {
      // Another server under the replica's address, or one that became a primary, has other rows.
      const { rows: found } = await replica.query<{ same: boolean; replayed: boolean | null }>({
        name: 'find-replayed',
        text: `select pg_is_in_recovery() and system_identifier::text = $2 as same, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed
                 from pg_control_system()`,
        values: [here.position, here.system],
      });
      if (found[0]?.same !== true) return 'away';
      if (found[0].replayed === true) return 'replica';
      if (performance.now() > deadline) return 'late';
      await delay(pauseMs);
    }
  }

  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
      const state = performance.now() < rest.until ? rest.because : await findState(undefined);
      if (state === 'replica') {
        try {
          const result = await replica.query<Row>(statement);
          onRead('replica');
          return result;
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === tookTooLong) throw error;
          restAfter('away');
        }
      }
      onRead(state === 'late' ? 'late' : 'away');
      return primary.query<Row>(statement);
    },
  };
}
